import { withContent } from "../labels/content.ts";
import type { Row } from "../labels/label.ts";
import type { Action, Entry, Person, Species } from "./entry.ts";

/** Fields that the service adds to a new label. */
export type NewRow = Pick<Row, "videostream" | "capturesource"> & {
  readonly person: Person;
  /** Start of the stream, milliseconds since 1970. */
  readonly streamStartMs: number;
};

/** Returns a label after unsent changes; `undefined` if it is deleted, or not made yet. */
export function withEntries(row: Row | undefined, entries: readonly Entry[], made: NewRow): Row | undefined {
  return entries.reduce<Row | undefined>(
    (shown, { label, action }) => withAction(shown, label, action, made),
    row,
  );
}

function withAction(row: Row | undefined, label: number, action: Action, made: NewRow): Row | undefined {
  if (action.kind === "create") return newRow(label, action, made);
  if (row === undefined || action.kind === "remove") return undefined;
  if (action.kind === "change") return withContent(row, action.after);
  return withVote(row, action.species, made.person, action.isFor);
}

/** Returns a label with or without a person's vote. Its review state does not change, because only the service decides it. */
export function withVote(row: Row, species: Species, person: Person, isFor: boolean): Row {
  const others = row.identifications.filter((each) => each.species.id !== species.id);
  const own = row.identifications.find((each) => each.species.id === species.id);
  const voters = (own?.identified_by ?? []).filter(({ id }) => id !== person.id);
  const next = isFor ? [...voters, person] : voters;
  const all =
    next.length === 0 ? others : [...others, { species: own?.species ?? species, identified_by: next }];
  return { ...row, identifications: all.toSorted((a, b) => a.species.id - b.species.id) };
}

/** Returns the species that a person voted for. */
export function votesOf({ identifications }: Row, person: number): readonly Species[] {
  return identifications
    .filter(({ identified_by }) => identified_by.some(({ id }) => id === person))
    .map(({ species }) => species);
}

function newRow(
  label: number,
  { content, origin }: Extract<Action, { kind: "create" }>,
  { person, videostream, capturesource, streamStartMs }: NewRow,
): Row {
  const now = new Date().toISOString();
  const at = (ms: number) => new Date(streamStartMs + ms).toISOString();
  const { method, confidence = null, machine = null, camtrap_dp = null, observer } = origin;
  const row: Row = {
    id: label,
    etag: "",
    videostream,
    capturesource,
    start: "",
    end: "",
    start_time: at(content.startMs),
    end_time: at(content.endMs),
    local_time: at(content.startMs),
    keypoints: [],
    bounding_box: null,
    observer: observer ?? person.display_name,
    observation: null,
    identifications: [],
    method: method ?? "human",
    confidence,
    machine,
    review: method === "machine" ? "unreviewed" : "one",
    created: now,
    created_by: person,
    changed: now,
    import: null,
    camtrap_dp,
  };
  return withContent(row, content);
}
