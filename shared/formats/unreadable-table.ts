/**
 * Thrown for a file that is not a table. The file's name followed by the message is a sentence for the person who sent
 * the file.
 */
export class UnreadableTable extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
