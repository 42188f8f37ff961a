import type { Content, Notes } from "../labels/content.ts";
import { isSameContent } from "../labels/content.ts";

/** Chooses between three versions of a part. */
type Choose = <T>(isSame: (a: T, b: T) => boolean, before: T, after: T, theirs: T) => T | undefined;

/**
 * Merges my change into a label that somebody else changed. The label has two kinds of parts: times and boxes together,
 * and each note. A part is mine if I changed it, otherwise theirs.
 * @param isMineFirst `true`: mine wins if both changed the same part
 * @returns `undefined` if both changed the same part, and mine does not win
 */
export function merged(
  before: Content,
  after: Content,
  theirs: Content,
  isMineFirst = false,
): Content | undefined {
  const choose: Choose = (isSame, base, mine, other) => {
    if (isSame(base, mine)) return other;
    return isMineFirst || isSame(base, other) || isSame(mine, other) ? mine : undefined;
  };
  const place = choose(isSamePlace, before, after, theirs);
  const notes = mergedNotes(choose, before.notes ?? {}, after.notes ?? {}, theirs.notes ?? {});
  if (place === undefined || notes === undefined) return undefined;
  // Without notes, the value is `null`, not an empty object.
  return { ...place, notes: Object.keys(notes).length === 0 ? null : notes };
}

function isSamePlace(a: Content, b: Content): boolean {
  return isSameContent({ ...a, notes: null }, { ...b, notes: null });
}

function mergedNotes(choose: Choose, before: Notes, after: Notes, theirs: Notes): Notes | undefined {
  const all: [string, string][] = [];
  for (const key of new Set([before, after, theirs].flatMap(Object.keys))) {
    const value = choose(isSameText, at(before, key), at(after, key), at(theirs, key));
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
