/** Reason why a file was not imported, as a sentence. The import continues with the other files. */
export class FileFailure extends Error {}

/** Reason why the command ends, as a sentence. */
export class Stop extends Error {
  /** 1 if a further run may succeed, 2 if the command is wrong, 130 after Ctrl+C. */
  readonly exitCode: 1 | 2 | 130;

  constructor(message: string, exitCode: 1 | 2 | 130 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
