import { countWhile } from "../../../domain/count-while.ts";
import { nameKey } from "../../../domain/species/name-key.ts";
import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import { maxStreamMs } from "../../../domain/stream/stream-times.ts";
import { cut, cutBytes, maxIdBytes } from "../../fit.ts";
import { standInAddress } from "../stand-in.ts";
import type { MadeAnnotation, MadeSpecies, MadeStream } from "./made.ts";
import type { PackageInfo } from "./package-info.ts";
import type { PackageTaxon } from "./taxa.ts";

/**
 * The data of a media file that observations need. Its end and the size of its picture are set while reading
 * observations.
 */
export type IndexedMedia = {
  readonly key: string;
  readonly source: string;
  /** From the table, in whole seconds. */
  readonly timestampMs: number;
  readonly isPicture: boolean;
  /** The package says that everybody may see the file. `false` once a row names a person. */
  isPublic: boolean;
  startMs: number;
  endMs: number;
  size: FrameSize | undefined;
};

/** The records that rows of a package refer to. All of them are in memory, with about 200 bytes for each media file. */
export type PackageIndex = {
  readonly sources: Set<string>;
  readonly media: Map<string, IndexedMedia>;
  /** Streams for events without a file. */
  readonly standIns: Map<string, IndexedMedia>;
  /** Species by the name keys of the scientific and the common name. */
  readonly species: Map<string, MadeSpecies>;
  /** Species by scientific name, in the order in which observations name them. */
  readonly used: Map<string, MadeSpecies>;
  readonly taxa: ReadonlyMap<string, PackageTaxon>;
  /** E-mail addresses of people that were reported. */
  readonly addresses: Set<string>;
  readonly language: string;
  /** Returns the first media file of a source within a span of time. */
  readonly firstWithin: (source: string, startMs: number, endMs: number) => IndexedMedia | undefined;
};

/** @param language of common names: three letters (ISO 639-3) */
export function newIndex({ taxa }: Pick<PackageInfo, "taxa">, language: string): PackageIndex {
  const media = new Map<string, IndexedMedia>();
  let sorted: ReadonlyMap<string, readonly IndexedMedia[]> | undefined;
  const bySource = () => {
    // Files of the same second keep their order.
    sorted ??= new Map(
      [...Map.groupBy(media.values(), ({ source }) => source)].map(([source, list]) => [
        source,
        list.toSorted((a, b) => a.timestampMs - b.timestampMs),
      ]),
    );
    return sorted;
  };
  const index: PackageIndex = {
    sources: new Set(),
    media,
    standIns: new Map(),
    species: new Map(),
    used: new Map(),
    taxa: new Map(taxa.map((taxon) => [taxon.scientificName, taxon])),
    addresses: new Set(),
    language,
    firstWithin: (source, startMs, endMs) => {
      const list = bySource().get(source) ?? [];
      const found = list[countWhile(list.length, (i) => (list[i]?.timestampMs ?? 0) < startMs)];
      return found !== undefined && found.timestampMs <= endMs ? found : undefined;
    },
  };
  return index;
}

export function indexMedia(
  { media }: PackageIndex,
  { key, source, startMs, mediaType, size, camtrapDp }: MadeStream,
): void {
  const isPicture = mediaType?.startsWith("image/") === true;
  const isPublic = camtrapDp["filePublic"] === "true";
  media.set(key, { key, source, timestampMs: startMs, isPicture, isPublic, startMs, endMs: startMs, size });
}

/** Adds the species that an observation names. The first observation of a species says whether it is human. */
export function indexSpecies(index: PackageIndex, scientificName: string, observationType: string): void {
  if (index.used.has(scientificName)) return;
  const species = speciesOf(scientificName, observationType, index);
  index.used.set(scientificName, species);
  for (const name of [species.commonName, species.scientificName]) {
    if (!index.species.has(nameKey(name))) index.species.set(nameKey(name), species);
  }
}

/** Extends a video to the end of a label. Labels of pictures have no length. */
export function indexLabel(stream: IndexedMedia, { endMs }: Pick<MadeAnnotation, "endMs">): void {
  stream.endMs = Math.max(stream.endMs, stream.startMs + endMs);
}

/** Returns the stand-in stream for an event without a file in the package. */
export function standIn(
  { standIns }: PackageIndex,
  source: string,
  event: string,
  startMs: number,
  endMs: number,
): IndexedMedia {
  const key = cutBytes(`no-media/${source}/${event}`, maxIdBytes);
  const known = standIns.get(key);
  if (known !== undefined) {
    known.endMs = Math.min(Math.max(known.endMs, endMs), known.startMs + maxStreamMs);
    return known;
  }
  const isFile = { isPicture: false, isPublic: false };
  const made = { key, source, timestampMs: startMs, ...isFile, startMs, endMs, size: undefined };
  standIns.set(key, made);
  return made;
}

export function standInStream({ key, source, startMs, endMs }: IndexedMedia): MadeStream {
  const url = standInAddress(source, key.slice(`no-media/${source}/`.length));
  return {
    key,
    source,
    startMs,
    endMs,
    size: undefined,
    mediaType: undefined,
    address: { url },
    camtrapDp: {},
  };
}

const classes = ["kingdom", "phylum", "class", "order", "family", "genus"] as const;

function speciesOf(scientificName: string, observationType: string, index: PackageIndex): MadeSpecies {
  const taxon = index.taxa.get(scientificName);
  const names = taxon?.vernacularNames ?? {};
  const common = names[index.language] ?? Object.values(names)[0] ?? "";
  const lineage = classes.flatMap((rank) => taxon?.[rank] ?? []).filter((name) => name.trim() !== "");
  const told = { taxonID: taxon?.taxonID, taxonRank: taxon?.taxonRank };
  const ranks = classes.map((rank) => [rank, taxon?.[rank]] as const);
  const kept = [...Object.entries(told), ...ranks, ["vernacularNames", JSON.stringify(names)] as const];
  return {
    scientificName: cut(scientificName, 256),
    commonName: cut(common.trim() === "" ? scientificName : common, 256),
    kind: observationType === "human" ? "human" : undefined,
    lineage: lineage.length === 0 ? undefined : lineage.map((name) => cut(name, 256)),
    camtrapDp: Object.fromEntries(
      kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}
