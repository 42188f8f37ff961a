import type { Terminal } from "./terminal.ts";

const firstMs = 5000;
const everyMs = 30_000;

/**
 * Shows the progress of a command. A terminal gets one line, which is drawn again. A log gets new lines: the first after
 * five seconds, and then at most two a minute.
 */
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
