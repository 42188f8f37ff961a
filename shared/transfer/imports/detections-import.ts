import { perTable } from "../../domain/job/import-job.ts";
import { annotationsIn, type ReadResult } from "../../formats/detections/annotations.ts";
import { entriesIn, type Header, type ResultFormat, readHeader } from "../../formats/detections/header.ts";
import { UnreadableResults } from "../../formats/detections/json-parts.ts";
import { megadetectorEntry } from "../../formats/detections/megadetector.ts";
import { speciesnetEntry } from "../../formats/detections/speciesnet.ts";
import type { Finding } from "../../formats/finding.ts";
import { captureSourceById } from "../../store/source/reader.ts";
import { countChildren } from "../../table/child-guard.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { speciesFinder } from "./find-species.ts";
import { streamFinder } from "./find-streams.ts";
import type { CheckContext, ImportedAnnotation, ImportFormat } from "./format.ts";
import { metLabels } from "./met-labels.ts";
import { UnreadableFile } from "./unreadable-file.ts";

/** Maximum size of a file. It is read three times within one call of the worker, at 10 MB a second. */
const maxBytes = 1e9;

const readEntry = { megadetector: megadetectorEntry, speciesnet: speciesnetEntry };

/** The results of a detector for existing pictures and videos. Each detection becomes a machine's label, only once. */
export function detectionsImport(table: Table, format: ResultFormat): ImportFormat {
  return {
    row: "entry",

    check: async (upload, context) => {
      const { filename, options, found } = context;
      if (upload.bytes > maxBytes) {
        throw new UnreadableFile(
          "too-large",
          "The file has more than 1 GB. Split it, and import each part separately.",
        );
      }
      const bytes = () => upload.read(0, upload.bytes);
      const { header, findings } = await readHeader(filename, format, bytes()).catch(asUnreadable);
      found(undefined, findings);
      const { capturesources: sources, labels = {}, create_species: isMaking = false } = options;
      const species = speciesFinder(table, labels);
      const wrong = await wrongOptions(table, context, await species.unknown());
      found(undefined, wrong);
      if (header === undefined || wrong.length > 0) return undefined;
      const lookups = {
        findStreams: streamFinder(table, { sources }),
        findSpecies: species.find,
        isInUse: async (id: number) => (await countChildren(table, keys.videoStream(id))) > 0,
      };
      const results = () =>
        annotationsIn(
          entries(filename, format, bytes(), header, options.min_confidence ?? 0),
          { match: options.match ?? {}, frames: options.frames ?? "all" },
          lookups,
        );
      const met = metLabels();
      const annotations = { rows: 0, bad: 0 };
      try {
        for await (const result of results()) {
          found("annotations", result.findings);
          annotations.rows += result.made.length;
          annotations.bad += result.findings.filter(({ level }) => level === "bad-row").length;
          met.add(result.labels);
        }
      } catch (error) {
        asUnreadable(error);
      }
      const made = isMaking ? met.unknown() : [];
      return {
        packageId: format,
        labels: met.all(),
        rows: perTable((each) => {
          if (each === "annotations") return annotations;
          return { rows: each === "species" ? made.length : 0, bad: 0 };
        }),
        makes: {
          sources: nothing,
          species: async function* () {
            yield* made;
          },
          streams: nothing,
          annotations: () => madeOf(results()),
        },
      };
    },

    openMedia: async () => {
      throw new Error("Results of a detector have no pictures and videos");
    },
  };
}

async function* entries(
  file: string,
  format: ResultFormat,
  bytes: AsyncIterable<Uint8Array>,
  header: Header,
  minConfidence: number,
) {
  for await (const { place, value } of entriesIn(format, bytes)) {
    const at = { file, place };
    yield { place: at, read: readEntry[format](at, value, { header, minConfidence }) };
  }
}

async function* madeOf(results: AsyncIterable<ReadResult>): AsyncGenerator<ImportedAnnotation> {
  for await (const { made } of results) {
    for (const each of made) yield { ...each, boundingBox: undefined, keypoints: undefined };
  }
}

async function* nothing() {}

/** Findings about ids in the options that do not exist. */
async function wrongOptions(
  table: Table,
  { filename, options }: CheckContext,
  labels: readonly string[],
): Promise<readonly Finding[]> {
  const wrong = (column: string, value: unknown, message: string): Finding => {
    const at = { file: filename, row: undefined, column, value: String(value) };
    return { ...at, level: "fatal", code: "option", message };
  };
  const find = captureSourceById(table);
  const sources = (options.capturesources ?? []).map(async (id) =>
    (await find(id)) === undefined
      ? [wrong("capturesources", id, `\`capturesources\`: there is no capture source ${id}.`)]
      : [],
  );
  return [
    ...(await Promise.all(sources)).flat(),
    ...labels.map((label) => {
      const id = options.labels?.[label];
      return wrong("labels", id, `\`labels\`: there is no species ${id}, which you chose for “${label}”.`);
    }),
  ];
}

function asUnreadable(error: unknown): never {
  if (error instanceof UnreadableResults) throw new UnreadableFile(error.code, error.message);
  throw error;
}
