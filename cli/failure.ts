/** Why a file was not imported, in a sentence. The import goes on with the others. */
export class FileFailure extends Error {}

/** Why the command ends, in a sentence. */
export class Stop extends Error {
  /** 1 if a further run may succeed, 2 if the command is wrong, 130 after Ctrl+C. */
  readonly exitCode: 1 | 2 | 130;

  constructor(message: string, exitCode: 1 | 2 | 130 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
