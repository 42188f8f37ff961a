import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { ownResource, ownSource } from "../own-table.ts";
import { type DeploymentRow, profileAddress, type TableName, tableSchemaAddress } from "../standard.ts";
import type { DeploymentOut } from "./deployments.ts";
import type { Showing } from "./records.ts";
import type { Taxon } from "./taxa.ts";
import { timestamp } from "./values.ts";

export type Level = "media" | "event";

/** The contents of an export, known once all its rows are made. */
export type Contents = {
  /** At least one, since place and time of the package come from deployments. */
  readonly deployments: readonly DeploymentOut[];
  /** Each name once. */
  readonly taxa: readonly Taxon[];
  /** Levels that the rows of observations have. */
  readonly levels: ReadonlySet<Level>;
};

/** datapackage.json */
export function descriptor(contents: Contents, { dataset, nowMs }: Pick<Showing, "dataset" | "nowMs">) {
  const rows = contents.deployments.map(({ row }) => row);
  const levels: readonly Level[] = contents.levels.has("event")
    ? contents.levels.has("media")
      ? ["media", "event"]
      : ["event"]
    : ["media"];
  return {
    resources: [
      ...(["deployments", "media", "observations"] as const).map(resource),
      ownResource("annotations.csv"),
    ],
    profile: profileAddress,
    name: dataset.name,
    id: dataset.id,
    created: timestamp(nowMs, undefined, "down"),
    title: dataset.title,
    ...described(dataset),
    contributors: dataset.contributors,
    licenses: dataset.licenses,
    sources: [...(dataset.sources ?? []), ownSource],
    project: { ...dataset.project, observationLevel: levels },
    ...precisionOf(contents.deployments, dataset),
    spatial: spatial(rows),
    temporal: temporal(rows),
    taxonomic: contents.taxa.toSorted((a, b) => (a.scientificName < b.scientificName ? -1 : 1)),
    relatedIdentifiers: dataset.relatedIdentifiers ?? [],
    references: dataset.references ?? [],
    // Without `gbifIngestion`, GBIF uses only event-based rows, and ignores a package that has none.
    gbifIngestion: { observationLevel: contents.levels.has("event") ? "event" : "media" },
  };
}

function resource(table: TableName) {
  return {
    name: table,
    path: `${table}.csv`,
    profile: "tabular-data-resource",
    format: "csv",
    mediatype: "text/csv",
    encoding: "utf-8",
    schema: tableSchemaAddress(table),
  };
}

function described({ description, version, keywords, homepage, bibliographicCitation }: Dataset) {
  return {
    ...(description === undefined ? {} : { description }),
    ...(version === undefined ? {} : { version }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(bibliographicCitation === undefined ? {} : { bibliographicCitation }),
  };
}

/** The precision of the coarsest coordinates. */
export function precisionOf(
  deployments: readonly Pick<DeploymentOut, "precision">[],
  { coordinatePrecision }: Pick<Dataset, "coordinatePrecision">,
): { readonly coordinatePrecision?: number } {
  const all = [coordinatePrecision, ...deployments.map(({ precision }) => precision)];
  const known = all.filter((precision) => precision !== undefined);
  return known.length === 0 ? {} : { coordinatePrecision: Math.max(...known) };
}

/** The rectangle around the exported coordinates. */
function spatial(rows: readonly DeploymentRow[]) {
  const latitudes = rows.map(({ latitude }) => Number(latitude));
  const longitudes = rows.map(({ longitude }) => Number(longitude));
  const [south, north] = [least(latitudes), -least(latitudes.map((each) => -each))];
  const [west, east] = [least(longitudes), -least(longitudes.map((each) => -each))];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring.map((corner) => corner.map((degrees) => degrees + 0))] };
}

function temporal(rows: readonly DeploymentRow[]) {
  const starts = rows.map(({ deploymentStart }) => Date.parse(deploymentStart ?? ""));
  const ends = rows.map(({ deploymentEnd }) => -Date.parse(deploymentEnd ?? ""));
  const day = (ms: number) => new Date(ms).toISOString().slice(0, "2026-03-01".length);
  return { start: day(least(starts)), end: day(-least(ends)) };
}

/** `Math.min` of a hundred thousand arguments would overflow the stack. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((min, each) => Math.min(min, each), Number.POSITIVE_INFINITY);
}
