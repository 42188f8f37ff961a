import { atMost } from "../../runtime/at-most.ts";
import { memoize } from "../../runtime/memoize.ts";
import { namesByPrefix } from "../../store/name-prefixes.ts";
import { captureSourceById } from "../../store/source/reader.ts";
import { speciesNamed } from "../../store/species/names.ts";
import { speciesById } from "../../store/species/reader.ts";
import { videoStreamById } from "../../store/stream/reader.ts";
import type { Table } from "../../table/table.ts";
import { annotationBuilder, type BuildAnnotation } from "./builder.ts";
import { nameWarnings, type WarnOfNames } from "./name-warnings.ts";

/**
 * Maximum number of look-ups at a time. The SDK has 50 connections; a call that waits longer than a second for a
 * connection fails.
 */
const maxLookUps = 16;

/**
 * The functions that turn the annotations of one request into records and warn about their names. They share look-ups.
 */
export function openBuilder(table: Table): { readonly build: BuildAnnotation; readonly warn: WarnOfNames } {
  const inTurn = atMost(maxLookUps);
  const once = <K, V>(lookUp: (key: K) => Promise<V>) => memoize((key: K) => inTurn(() => lookUp(key)));
  const lookups = {
    findStream: once(videoStreamById(table)),
    findSource: once(captureSourceById(table)),
    findSpecies: once(speciesById(table)),
    speciesNamed: once(speciesNamed(table)),
    namesByPrefix: once(namesByPrefix(table, "S")),
    nowMs: Date.now,
  };
  return { build: annotationBuilder(lookups), warn: nameWarnings(lookups) };
}
