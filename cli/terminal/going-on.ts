import type { Terminal } from "./terminal.ts";

const firstMs = 5000;
const everyMs = 30_000;

/** Shows how far a thing is: in a terminal on a line that is drawn again, else on a new line: after five seconds, then twice a minute. */
export function goingOn(
  { redraws, line, status }: Pick<Terminal, "redraws" | "line" | "status">,
  nowMs: () => number = () => performance.now(),
): (text: string) => void {
  let [said, saidMs] = ["", nowMs() + firstMs - everyMs];
  return (text) => {
    if (redraws) status(text);
    else if (text !== said && nowMs() >= saidMs + everyMs) {
      [said, saidMs] = [text, nowMs()];
      line(text);
    }
  };
}
