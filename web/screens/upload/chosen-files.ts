import { type ReadonlySignal, signal } from "@preact/signals";
import { byPath } from "../../../client/recording/path-order.ts";
import type { PathFile } from "./dropped-files.ts";
import { keptChoice } from "./kept-choices.ts";
import type { Chosen, Said } from "./plan.ts";
import { uploads } from "./queue.ts";
import { readFile } from "./read-file.ts";

/** Chosen files that are not uploaded yet, by path. The list is kept while another screen is open. */
const list = signal<readonly Chosen[]>([]);
export const chosen: ReadonlySignal<readonly Chosen[]> = list;

/** A file that cannot be uploaded, with the reason: it cannot be read, has no bytes, or has an unsupported format. */
export type Refused = {
  readonly path: string;
  readonly why: "unreadable" | "empty" | { readonly format: string };
};

const refusedFiles = signal<readonly Refused[]>([]);
export const refused: ReadonlySignal<readonly Refused[]> = refusedFiles;

const otherFiles = signal(0);
/** Number of files that are neither videos nor pictures. */
export const others: ReadonlySignal<number> = otherFiles;

const reading = signal<{ readonly done: number; readonly of: number } | undefined>(undefined);
export const progress: ReadonlySignal<{ readonly done: number; readonly of: number } | undefined> = reading;

const nothingSaid: Said = { cameras: new Map(), starts: new Map(), timeZone: undefined, mp4Clock: "utc" };
export const said = signal<Said>(nothingSaid);

let lastId = 0;
let adding: Promise<void> = Promise.resolve();

/** Reads files, and adds those that can be uploaded. Files that are already on the list are ignored. */
export function add(files: readonly PathFile[], unreadable: readonly string[] = []): void {
  adding = adding.then(() => {
    forgetLeftOut();
    for (const path of unreadable.toSorted()) refuse({ path, why: "unreadable" });
    return addAll(files.toSorted(byPath));
  });
}

async function addAll(files: readonly PathFile[]): Promise<void> {
  for (const [done, file] of files.entries()) {
    reading.value = { done, of: files.length };
    await addOne(file).catch(() => refuse({ path: file.path, why: "unreadable" }));
  }
  reading.value = undefined;
  list.value = list.value.toSorted(byPath);
}

function refuse(file: Refused): void {
  refusedFiles.value = [...refusedFiles.value, file];
}

async function addOne({ path, file }: PathFile): Promise<void> {
  const known = [...list.value, ...uploads.value.filter(({ state }) => state.value.kind !== "failed")];
  if (known.some((each) => each.path === path && isSame(each.file, file))) return;
  if (file.size === 0) {
    refuse({ path, why: "empty" });
    return;
  }
  const { kind, recorded, video } = await readFile(file);
  if (kind === undefined) otherFiles.value += 1;
  else if (kind.kind === "unsupported") refuse({ path, why: { format: kind.format } });
  else {
    lastId += 1;
    const added = { id: lastId, path, file, kind, recorded, video, before: keptChoice(file) };
    list.value = [...list.value, added];
  }
}

function isSame(one: File, other: File): boolean {
  return one.size === other.size && one.lastModified === other.lastModified;
}

function forgetLeftOut(): void {
  refusedFiles.value = [];
  otherFiles.value = 0;
}

/** Removes files from the list. */
export function remove(ids: ReadonlySet<number>): void {
  list.value = list.value.filter(({ id }) => !ids.has(id));
  if (list.value.length === 0) forgetLeftOut();
}
