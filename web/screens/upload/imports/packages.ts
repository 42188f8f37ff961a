import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { importFormat, isResults } from "../../../../client/import-format.ts";
import { patiently } from "../../../../client/patiently.ts";
import { headerBytes, tableKind } from "../../../../client/table-kind.ts";
import { notArrived } from "../../../../client/upload/send-part.ts";
import { announceImport, type Import, removeImport, startImport } from "../../../api/imports.ts";
import { onPause, uploadPatienceMs } from "../../../api/service.ts";
import { warnBeforeClose } from "../../../saving/warn-before-close.ts";
import type { PathFile } from "../dropped-files.ts";
import { failureOf } from "../failure.ts";
import { putPart } from "../put-part.ts";

/** A package, a table, or results of a detector that are being sent to the service. */
export type Package = {
  readonly file: File;
  readonly sentBytes: Signal<number>;
  /** The reason of a failure, as a sentence. */
  readonly failure: Signal<string | undefined>;
  /** The `Idempotency-Key` of its import. */
  readonly wish: string;
  /** The id of its import; `undefined` until the service has responded. */
  readonly id: Signal<number | undefined>;
  readonly stopping: AbortController;
};

const list = signal<readonly Package[]>([]);
/** Packages that are being sent. Sending continues while another screen is open. */
export const packages: ReadonlySignal<readonly Package[]> = list;

warnBeforeClose(computed(() => list.value.some(({ failure }) => failure.value === undefined)));

/**
 * Returns `true` for files to import. Tables and results inside a folder of videos are ignored, because most belong to
 * the program that sorted the videos.
 */
export function isPackage({ file: { name }, path }: PathFile): boolean {
  return /\.zip$/i.test(name) || ((/\.csv$/i.test(name) || isResults(name)) && path === name);
}

/** Sends a package, and starts its check. Nothing is imported yet. */
export function addPackage(file: File): void {
  const each = {
    file,
    sentBytes: signal(0),
    failure: signal<string | undefined>(undefined),
    wish: crypto.randomUUID(),
    id: signal<number | undefined>(undefined),
    stopping: new AbortController(),
  };
  list.value = [...list.value, each];
  void send(each);
}

/** Sends a package again after a failure. */
export async function send(each: Package): Promise<void> {
  each.failure.value = undefined;
  try {
    const beginning = await each.file.slice(0, headerBytes).text();
    const format = importFormat(each.file.name, beginning);
    const id = await patiently(() => attempt(each, format), { patienceMs: uploadPatienceMs, onPause });
    // Checks what the import would do: it leaves bad rows out, and asks the person first.
    const leaveOut = { on_bad_row: "skip" } as const;
    const options = format === "csv" ? { ...leaveOut, table: tableKind(beginning) } : leaveOut;
    await startImport(id, { dry_run: true, options });
    drop(each);
  } catch (error) {
    each.failure.value = failureOf(error);
  }
}

/** Stops sending a package, and removes its import. */
export function giveUp(each: Package): void {
  each.stopping.abort();
  drop(each);
  removeItsImport(each);
}

function drop(each: Package): void {
  list.value = list.value.filter((other) => other !== each);
}

function removeItsImport({ id: { value: id } }: Package): void {
  // If this fails, the service removes the import after a day.
  if (id !== undefined) void removeImport(id).catch(() => {});
}

/** Each attempt gets a new address for the file, because the earlier one may have expired. */
async function attempt(each: Package, format: Import["format"]) {
  const { file, sentBytes, wish, stopping } = each;
  stopping.signal.throwIfAborted();
  sentBytes.value = 0;
  const { id, upload } = await announceImport(file, format, wish);
  each.id.value = id;
  if (stopping.signal.aborted) removeItsImport(each);
  // The file had already arrived, and only the response was lost.
  if (upload === null) return { result: id };
  const onBytes = (bytes: number) => {
    sentBytes.value += bytes;
  };
  const answer = await putPart(file, upload, onBytes, stopping.signal);
  // 412: the same.
  if ("status" in answer && (answer.status === 200 || answer.status === 412)) return { result: id };
  return notArrived(answer, upload.url);
}
