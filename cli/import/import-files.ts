import type { Completed } from "../../client/upload/complete-upload.ts";
import { inParallel } from "../../client/upload/in-parallel.ts";
import { partBytesOf } from "../../shared/domain/upload/part-sizes.ts";
import { FileFailure } from "../failure.ts";
import type { Plan, PlannedFile } from "../scan/plan.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Progress } from "./progress.ts";
import { type Outcome, outcomeLine, summary } from "./summary.ts";

/** Maximum number of small files that are imported at a time. A small file waits longer for the service than for the link. */
const smallAtOnce = 6;

type Deps = {
  readonly importFile: (file: PlannedFile) => Promise<Completed>;
  /** Files that were left out of the import. The summary names them too. */
  readonly problems: Plan["problems"];
  readonly progress: Progress;
  readonly terminal: Terminal;
};

/**
 * Imports files: the small ones first, several at once, then the large ones, one at a time, because each fills the link.
 * Prints the result of each.
 * @returns true if all of them are in the service
 * @throws Stop, after printing the summary, if it ends before all were tried
 */
export async function importFiles(
  files: readonly PlannedFile[],
  { importFile, problems, progress, terminal }: Deps,
): Promise<boolean> {
  const outcomes = new Map<PlannedFile, Outcome>();
  const drawing = setInterval(() => terminal.status(progress.text()), 500);

  async function importOne(file: PlannedFile): Promise<void> {
    const outcome = await importFile(file).catch(asOutcome);
    outcomes.set(file, outcome);
    progress.finished(file);
    const line = outcomeLine(file.path, outcome);
    const count = `[${progress.doneFiles()}/${files.length}]`;
    if (!terminal.redraws) terminal.line(`${count} ${line}`);
    else if (outcome.kind === "failed") terminal.line(line);
    terminal.status(progress.text());
  }

  const isSmall = ({ bytes }: PlannedFile) => bytes <= partBytesOf(bytes);
  try {
    await inParallel(files.filter(isSmall), smallAtOnce, importOne);
    await inParallel(
      files.filter((file) => !isSmall(file)),
      1,
      importOne,
    );
  } finally {
    clearInterval(drawing);
    terminal.status("");
    terminal.line(summary({ outcomes, files: files.length, problems, sentBytes: progress.sentBytes() }));
  }
  return [...outcomes.values()].every(({ kind }) => kind !== "failed");
}

function asOutcome(error: unknown): Outcome {
  if (error instanceof FileFailure) return { kind: "failed", reason: error.message };
  throw error;
}
