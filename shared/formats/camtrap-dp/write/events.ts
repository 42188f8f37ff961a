import type { ObservationRow } from "../standard.ts";
import { timestamp } from "./values.ts";

/**
 * The data of a label that events need: cells of its row, its exact times in milliseconds since 1970, and its stream.
 * It is plain data, so that a job can store it between pieces.
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

/**
 * Returns true if a label counts for the rows of events. Labels of type `blank`, `unknown` or `unclassified` do not.
 */
export function isOfEvent(row: ObservationRow): boolean {
  return isEventRow(row) || types.has(row.observationType);
}

/** Returns true for an event's own row, which comes from an imported package. */
export function isEventRow({ observationLevel }: ObservationRow): boolean {
  return observationLevel === "event";
}

/**
 * Groups the sightings of one source into events, with gaps of at most `gapMs` between them. Sightings that a package
 * put into an event stay in it. If the package also has the event's own row, no event is derived from them.
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

/** Makes a row for each type and species in an event. */
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

/** Makes the id unique: a package may number the events of each camera from one, or have events of several cameras. */
function rowId(deployment: string | undefined, event: string): string {
  return event.startsWith(`${deployment}-event-`) ? event : `${deployment}-${event}`;
}

/** The event of each row of a source, by `observationID`. Blank and unknown rows belong to no event. */
export function eventIds(events: readonly Event[]): ReadonlyMap<string | undefined, string> {
  return new Map(
    events.flatMap(({ id, sightings }) => sightings.map(({ observationID }) => [observationID, id] as const)),
  );
}

/** Minimum gap. The events of one source must begin at different seconds, since their ids contain the second. */
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

/** The event's id. An imported package of this service has ids of the same form, which are avoided. */
function idOf([first]: readonly Sighting[], taken: ReadonlySet<string | undefined>): string {
  const id = `${first?.deploymentID}-event-${Math.floor((first?.startMs ?? 0) / 1000)}`;
  return taken.has(id) ? `${id}-2` : id;
}

function eventOf(id: string, sightings: readonly Sighting[]): Event {
  const startMs = sightings.reduce((least, each) => Math.min(least, each.startMs), Number.POSITIVE_INFINITY);
  const endMs = sightings.reduce((most, each) => Math.max(most, each.endMs), Number.NEGATIVE_INFINITY);
  return { id, startMs, endMs, sightings };
}

/**
 * The maximum number of animals that one file shows at one moment (MaxN). Files of the same moment show the same
 * animals.
 */
function mostAtOnce(sightings: readonly Sighting[]): number {
  const byFile = [...Map.groupBy(sightings, ({ stream }) => stream).values()];
  return byFile.reduce((most, shown) => Math.max(most, mostOfFile(shown)), 1);
}

function mostOfFile(sightings: readonly Sighting[]): number {
  // Starts come before ends of the same moment, so that both sightings count at that moment.
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
