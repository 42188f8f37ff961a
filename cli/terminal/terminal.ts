import { createInterface } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";

/** Where the command talks with a person, or writes for a log. */
export type Terminal = {
  /** Whether there is a person who can answer. */
  readonly asks: boolean;
  /** Whether a line can be drawn again. Else each event gets a line. */
  readonly redraws: boolean;
  /** Writes lines that stay. */
  readonly line: (text: string) => void;
  /** Draws the line about what goes on, the last one of the screen. An empty text removes it. */
  readonly status: (text: string) => void;
  /** Asks a person. */
  readonly ask: (question: string) => Promise<string>;
};

const eraseLine = "\r\u001b[K";

/** @param onEnd called when the person ends an answer with Ctrl+C or Ctrl+D */
export function openTerminal(
  input: Pick<ReadStream, "isTTY"> & NodeJS.ReadableStream,
  output: Pick<WriteStream, "isTTY" | "columns"> & NodeJS.WritableStream,
  onEnd: () => void,
): Terminal {
  let status = "";
  const draw = (text: string) => {
    status = text;
    // A longer line would wrap, and could not be drawn again.
    if (output.isTTY) output.write(`${eraseLine}${text.slice(0, (output.columns || 80) - 1)}`);
  };
  return {
    asks: Boolean(input.isTTY),
    redraws: Boolean(output.isTTY),
    line(text) {
      const before = status;
      if (before !== "") draw("");
      output.write(`${text}\n`);
      if (before !== "") draw(before);
    },
    status: draw,
    ask: (question) =>
      new Promise((resolve) => {
        const lines = createInterface({ input, output });
        lines.once("SIGINT", onEnd);
        lines.once("close", onEnd);
        lines.question(question, (answer) => {
          lines.off("close", onEnd);
          lines.close();
          resolve(answer.trim());
        });
      }),
  };
}
