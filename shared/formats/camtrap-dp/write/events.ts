import type { ObservationRow } from "../standard.ts";
import { timestamp } from "./values.ts";

/**
 * What events need of a label: cells of its row, its exact times in milliseconds since 1970, and its stream. It is plain
 * data, so that a job can keep it between pieces.
 */
export type Sighting = Pick<
  ObservationRow,
  | "observationID"
  | "deploymentID"
  | "eventID"
  | "observationLevel"
  | "observationType"
  | "scientificName"
  | "count"
  | "classificationMethod"
  | "classifiedBy"
> & {
  readonly stream: number;
  readonly startMs: number;
  readonly endMs: number;
};

export type Event = {
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly sightings: readonly Sighting[];
};

const types: ReadonlySet<string | undefined> = new Set(["animal", "human", "vehicle"]);

/** Whether a label becomes a part of an event's rows: nothing, and what nobody knows, are no events. */
export function isOfEvent(row: ObservationRow): boolean {
  return isEventRow(row) || types.has(row.observationType);
}

/** Whether it is the row of an event itself, which a package has given. */
export function isEventRow({ observationLevel }: ObservationRow): boolean {
  return observationLevel === "event";
}

/**
 * The events of one source: sightings with gaps of at most `gapMs`. Sightings that a package put into an event stay in
 * it; where the package also has the event's own row, they make no other one.
 */
export function eventsOf(sightings: readonly Sighting[], gapMs: number): readonly Event[] {
  const rows = new Set(sightings.filter(isEventRow).map(({ eventID }) => eventID));
  const seen = sightings
    .filter((each) => !isEventRow(each) && types.has(each.observationType))
    .toSorted(inOrder);
  const given = Map.groupBy(seen, ({ eventID }) => eventID);
  const taken = new Set([...rows, ...given.keys()]);
  const ofPackages = [...given].flatMap(([id, group]) =>
    id === undefined || rows.has(id) ? [] : [eventOf(id, group)],
  );
  const derived = splitAtGaps(given.get(undefined) ?? [], gapMs).map((group) =>
    eventOf(idOf(group, taken), group),
  );
  return [...ofPackages, ...derived].toSorted((a, b) => a.startMs - b.startMs);
}

/** One row for each type and species that an event saw. */
export function eventRows(event: Event): readonly ObservationRow[] {
  const kindOf = (each: Sighting) => [each.observationType, each.scientificName ?? []].flat().join("-");
  const kinds = Map.groupBy(event.sightings, kindOf);
  return [...kinds].map(([kind, sightings]) => {
    const first = sightings[0];
    const isMachine = sightings.every(({ classificationMethod }) => classificationMethod === "machine");
    return {
      observationID: `${rowId(first?.deploymentID, event.id)}-${kind}`,
      deploymentID: first?.deploymentID,
      eventID: event.id,
      eventStart: timestamp(event.startMs, undefined, "down"),
      eventEnd: timestamp(event.endMs, undefined, event.startMs === event.endMs ? "down" : "up"),
      observationLevel: "event",
      observationType: first?.observationType,
      scientificName: first?.scientificName,
      count: String(mostAtOnce(sightings)),
      classificationMethod: isMachine ? "machine" : "human",
      classifiedBy: first?.classifiedBy,
    };
  });
}

/** A package may number the events of each camera from one, or have events that several cameras saw. */
function rowId(deployment: string | undefined, event: string): string {
  return event.startsWith(`${deployment}-event-`) ? event : `${deployment}-${event}`;
}

/** The event that each row of a source belongs to, by `observationID`. Blank and unknown rows belong to none. */
export function eventIds(events: readonly Event[]): ReadonlyMap<string | undefined, string> {
  return new Map(
    events.flatMap(({ id, sightings }) => sightings.map(({ observationID }) => [observationID, id] as const)),
  );
}

/** Events of one source begin at different seconds, since their ids do. */
const leastGapMs = 1000;

function splitAtGaps(sorted: readonly Sighting[], gapMs: number): readonly (readonly Sighting[])[] {
  const groups: Sighting[][] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const sighting of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && sighting.startMs - endMs <= Math.max(gapMs, leastGapMs)) last.push(sighting);
    else groups.push([sighting]);
    endMs = Math.max(endMs, sighting.endMs);
  }
  return groups;
}

/** A package of this service that has come back has ids of the same form. */
function idOf([first]: readonly Sighting[], taken: ReadonlySet<string | undefined>): string {
  const id = `${first?.deploymentID}-event-${Math.floor((first?.startMs ?? 0) / 1000)}`;
  return taken.has(id) ? `${id}-2` : id;
}

function eventOf(id: string, sightings: readonly Sighting[]): Event {
  const startMs = sightings.reduce((least, each) => Math.min(least, each.startMs), Number.POSITIVE_INFINITY);
  const endMs = sightings.reduce((most, each) => Math.max(most, each.endMs), Number.NEGATIVE_INFINITY);
  return { id, startMs, endMs, sightings };
}

/** The most animals that one file shows at one moment (MaxN). Files of the same moment show the same animals. */
function mostAtOnce(sightings: readonly Sighting[]): number {
  const byFile = [...Map.groupBy(sightings, ({ stream }) => stream).values()];
  return byFile.reduce((most, shown) => Math.max(most, mostOfFile(shown)), 1);
}

function mostOfFile(sightings: readonly Sighting[]): number {
  // At one moment, what begins counts before what ends goes: both see it.
  const changes = sightings
    .flatMap(({ count: counted, startMs, endMs }) => {
      const count = Number(counted ?? 1);
      return [
        { ms: startMs, ends: 0, by: count },
        { ms: endMs, ends: 1, by: -count },
      ];
    })
    .toSorted((a, b) => a.ms - b.ms || a.ends - b.ends);
  let [now, most] = [0, 0];
  for (const { by } of changes) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

function inOrder(a: Sighting, b: Sighting): number {
  const byTime = a.startMs - b.startMs || a.endMs - b.endMs;
  return byTime || ((a.observationID ?? "") < (b.observationID ?? "") ? -1 : 1);
}
