/** Thrown if nothing of a file can be imported. The message is for the person who sent the file. */
export class UnreadableFile extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
