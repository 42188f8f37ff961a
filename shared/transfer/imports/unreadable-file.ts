/** Why nothing of a file can be taken: a sentence for the person who sent it. */
export class UnreadableFile extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
