import { createInterface } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";

/** Input and output of the command: a person at a terminal, or a log. */
export type Terminal = {
  /** True if a person can answer questions. */
  readonly asks: boolean;
  /** True if a line can be drawn again. Otherwise each event gets a new line. */
  readonly redraws: boolean;
  /** Writes lines that stay. */
  readonly line: (text: string) => void;
  /** Draws the progress on the last line of the screen. An empty text removes it. */
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
    // A line that wraps could not be drawn again.
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
