import { contentOf } from "../labels/content.ts";
import type { Entry } from "./entry.ts";
import { merged } from "./merge.ts";

/** Returns an entry that was refused or has a conflict, changed so that it applies to the label as it is now. */
export function insisted(entry: Entry): Entry {
  const { trouble, action } = entry;
  if (trouble?.kind !== "conflict") return entry;
  const { theirs } = trouble;
  if (action.kind === "remove")
    return { ...entry, etag: theirs.etag, action: { kind: "remove", before: theirs } };
  if (action.kind !== "change") return entry;
  const before = contentOf(theirs);
  const after = merged(action.before, action.after, before, true) ?? action.after;
  return { ...entry, etag: theirs.etag, action: { kind: "change", before, after } };
}
