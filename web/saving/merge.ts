import type { Content, Notes } from "../labels/content.ts";
import { isSameContent } from "../labels/content.ts";

/**
 * Merges my change into a label that somebody else changed. The label has two kinds of parts: times and boxes together,
 * and each note. A part is mine if I changed it, otherwise theirs.
 * @returns `undefined` if both changed the same part
 */
export function merged(before: Content, after: Content, theirs: Content): Content | undefined {
  const place = pick(isSamePlace, before, after, theirs);
  const notes = mergedNotes(before.notes ?? {}, after.notes ?? {}, theirs.notes ?? {});
  if (place === undefined || notes === undefined) return undefined;
  // Without notes, the value is `null`, not an empty object.
  return { ...place, notes: Object.keys(notes).length === 0 ? null : notes };
}

function isSamePlace(a: Content, b: Content): boolean {
  return isSameContent({ ...a, notes: null }, { ...b, notes: null });
}

function mergedNotes(before: Notes, after: Notes, theirs: Notes): Notes | undefined {
  const all: [string, string][] = [];
  for (const key of new Set([before, after, theirs].flatMap(Object.keys))) {
    const value = pick(isSameText, at(before, key), at(after, key), at(theirs, key));
    if (value === undefined) return undefined;
    if (value.text !== undefined) all.push([key, value.text]);
  }
  return Object.fromEntries(all);
}

type Text = { readonly text: string | undefined };

function at(notes: Notes, key: string): Text {
  return { text: Object.hasOwn(notes, key) ? notes[key] : undefined };
}

function isSameText(a: Text, b: Text): boolean {
  return a.text === b.text;
}

function pick<T>(isSame: (a: T, b: T) => boolean, before: T, after: T, theirs: T): T | undefined {
  if (isSame(before, after)) return theirs;
  return isSame(before, theirs) || isSame(after, theirs) ? after : undefined;
}

/** Merges my change into a label that somebody else changed. If both changed the same part, mine wins. */
export function overruled(before: Content, after: Content, theirs: Content): Content {
  const place = isSamePlace(before, after) ? theirs : after;
  const notes: Record<string, string> = { ...theirs.notes };
  const [old, mine] = [before.notes ?? {}, after.notes ?? {}];
  for (const key of new Set([old, mine].flatMap(Object.keys))) {
    const [was, is] = [at(old, key).text, at(mine, key).text];
    if (was === is) continue;
    if (is === undefined) delete notes[key];
    else notes[key] = is;
  }
  return { ...place, notes: Object.keys(notes).length === 0 ? null : notes };
}
