import { namesIn } from "../../../shared/domain/annotation/observation.ts";
import { locationValue } from "../../../shared/domain/place/location.ts";
import { nameKey } from "../../../shared/domain/species/name-key.ts";
import type { Sensitivity } from "../../../shared/domain/species/traits.ts";
import { ownColumns } from "../../../shared/formats/camtrap-dp/own-table.ts";
import {
  deploymentColumns,
  mediaColumns,
  observationColumns,
} from "../../../shared/formats/camtrap-dp/standard.ts";
import { deploymentOut } from "../../../shared/formats/camtrap-dp/write/deployments.ts";
import { descriptor, type Level } from "../../../shared/formats/camtrap-dp/write/descriptor.ts";
import { eventIds, eventRows, eventsOf, isOfEvent } from "../../../shared/formats/camtrap-dp/write/events.ts";
import { needPackageIds } from "../../../shared/formats/camtrap-dp/write/ids.ts";
import { mediaOut, unclassified } from "../../../shared/formats/camtrap-dp/write/media.ts";
import { observationOut } from "../../../shared/formats/camtrap-dp/write/observations.ts";
import type { Exporting, Showing } from "../../../shared/formats/camtrap-dp/write/records.ts";
import { taxonOf } from "../../../shared/formats/camtrap-dp/write/taxa.ts";
import { csvLine, csvLines } from "../../../shared/formats/csv-text.ts";
import type { World } from "./world.ts";

export type Options = Partial<Pick<Showing, "people" | "coordinates" | "nowMs">> & {
  readonly level?: Level | "both";
  readonly streams?: "annotated" | "all";
};

/** The texts of a package's files, by name. */
export type PackageTexts = Readonly<Record<string, string>>;

const nowMs = Date.parse("2026-11-21T20:00:00Z");

const sensitivities: readonly Sensitivity[] = ["none", "low", "medium", "high", "extreme"];

/** Writes a package of a whole world, with the functions that an export calls for each of its pieces. */
export function writePackage(world: World, options: Options = {}) {
  const { level = "media", streams: which = "annotated" } = options;
  const exporting = exportingOf(world, options);
  const streams = new Map(world.streams.map((each) => [each.id, each]));
  const sources = new Map(world.sources.map((each) => [each.id, each]));
  const withheld = exporting.coordinates === "exact" ? new Set() : extremeStreams(world);
  const labels = world.annotations.filter(({ videostream }) => !withheld.has(videostream));
  const out = labels.map((label) => {
    const stream = streams.get(label.videostream);
    const source = sources.get(label.source);
    if (stream === undefined || source === undefined) throw new Error(`annotation ${label.id} is nowhere`);
    return { label, ...observationOut(label, { stream, source }, exporting) };
  });
  const isInEvent = (stream: World["streams"][number]) =>
    out.some(
      ({ label, row }) =>
        row.observationLevel === "event" &&
        label.source === stream.source &&
        Date.parse(row.eventStart ?? "") <= stream.startMs &&
        Math.floor(stream.startMs / 1000) * 1000 <= Date.parse(row.eventEnd ?? ""),
    );
  const shownStreams = world.streams.filter(
    (stream) =>
      !withheld.has(stream.id) &&
      (which === "all" || labels.some(({ videostream }) => videostream === stream.id) || isInEvent(stream)),
  );
  const media = shownStreams.flatMap((stream) => {
    const source = sources.get(stream.source);
    const made = source && mediaOut(stream, source, exporting);
    return made === undefined ? [] : [{ ...made, stream }];
  });
  const shownSources = world.sources.filter(({ id, camtrapDp: kept }) => {
    const own = world.streams.filter(({ source }) => source === id);
    const isKept = kept?.["deploymentStart"] !== undefined && kept["deploymentEnd"] !== undefined;
    return own.length === 0 ? isKept : own.some((stream) => !withheld.has(stream.id));
  });
  const deployments = shownSources.map((source) => {
    const own = world.streams.filter((stream) => stream.source === source.id);
    const ends = own.map(({ endMs }) => endMs);
    const recorded = {
      startMs: Math.min(...own.map(({ startMs }) => startMs)),
      endMs: ends.includes(undefined) ? undefined : Math.max(...ends.map((end) => end ?? 0)),
    };
    return deploymentOut(source, recorded, exporting);
  });
  const events = [...Map.groupBy(out, ({ label }) => label.source).values()].flatMap((ofSource) =>
    level === "media"
      ? []
      : eventsOf(
          ofSource.map(({ sighting }) => sighting),
          120_000,
        ),
  );
  const ids = eventIds(events);
  const shown = out.filter(({ row }) => level !== "event" || row.observationLevel === "event");
  const rows = [
    ...shown.map(({ row }) => ({ ...row, eventID: row.eventID ?? ids.get(row.observationID) })),
    ...media
      .filter(
        ({ stream }) => !labels.some(({ videostream }) => videostream === stream.id) && !isInEvent(stream),
      )
      .map(({ row }) => unclassified(row)),
    ...events.flatMap(eventRows),
  ];
  const taxa = new Map(
    out
      .filter((each) => shown.includes(each) || isOfEvent(each.row))
      .flatMap(({ taxon }) =>
        taxon === undefined
          ? []
          : [[taxon.scientificName, taxonOf(taxon.scientificName, taxon.species, world.dataset)] as const],
      ),
  );
  const levels = new Set(
    rows.map(({ observationLevel }) => (observationLevel === "event" ? "event" : "media")),
  );
  const contents = {
    deployments,
    taxa: [...taxa.values()],
    levels: levels as Set<Level>,
  };
  const json = descriptor(contents, exporting);
  const texts: PackageTexts = {
    "datapackage.json": JSON.stringify(json, null, 2),
    "deployments.csv":
      csvLine(deploymentColumns) +
      csvLines(
        deploymentColumns,
        deployments.map(({ row }) => row),
      ),
    "media.csv":
      csvLine(mediaColumns) +
      csvLines(
        mediaColumns,
        media.map(({ row }) => row),
      ),
    "observations.csv": csvLine(observationColumns) + csvLines(observationColumns, rows),
    "annotations.csv":
      csvLine(ownColumns) +
      csvLines(
        ownColumns,
        shown.map(({ own }) => own),
      ),
  };
  return { texts, descriptor: json, deployments, media, out, rows, events };
}

function exportingOf(world: World, options: Options): Exporting {
  const { dataset, users, species, sources } = world;
  const places = sensitivityOfPlaces(world);
  const by = {
    coordinates: options.coordinates ?? "generalised",
    sensitivityAt: (location: string) => places.get(location),
  };
  return {
    dataset,
    people: options.people ?? "pseudonyms",
    ...by,
    secret: "a secret",
    packageIds: needPackageIds(sources, by),
    nowMs: options.nowMs ?? nowMs,
    displayName: (id) => users.find((user) => user.id === id)?.name,
    userNamed: (text) => users.find(({ name, email }) => name === text || email === text)?.id,
    species: (id) => species.find((each) => each.id === id),
    speciesNamed: (key) =>
      species.filter((each) => [each.commonName, each.scientificName].some((name) => nameKey(name) === key)),
    hasPeople: (stream) =>
      world.annotations.some((label) => label.videostream === stream && namesPerson(label, world)),
  };
}

/** Returns the highest sensitivity at each place, of all species that its labels name or have votes for. */
function sensitivityOfPlaces(world: World): ReadonlyMap<string, Sensitivity> {
  const places = new Map<string, Sensitivity>();
  for (const label of world.annotations) {
    const place = locationValue(world.sources.find(({ id }) => id === label.source)?.location ?? "");
    for (const sensitivity of sensitivitiesOf(label, world)) {
      const known = places.get(place) ?? "none";
      if (sensitivities.indexOf(sensitivity) > sensitivities.indexOf(known)) places.set(place, sensitivity);
    }
  }
  return places;
}

function extremeStreams(world: World): ReadonlySet<number> {
  const labels = world.annotations.filter((label) => sensitivitiesOf(label, world).includes("extreme"));
  return new Set(labels.map(({ videostream }) => videostream));
}

function namesPerson(label: World["annotations"][number], world: World): boolean {
  return (
    label.observation?.["observationType"] === "human" ||
    speciesIn(label, world).some(({ kind }) => kind === "human")
  );
}

function sensitivitiesOf(label: World["annotations"][number], world: World): readonly Sensitivity[] {
  return speciesIn(label, world).map(({ sensitivity }) => sensitivity ?? "none");
}

/** Returns the species that a label names or has votes for. */
function speciesIn(label: World["annotations"][number], { species }: World) {
  const names = namesIn(label.observation ?? {});
  return species.filter(
    ({ id, commonName, scientificName }) =>
      label.identifications.some((each) => each.species === id) ||
      names.includes(nameKey(commonName)) ||
      names.includes(nameKey(scientificName)),
  );
}
