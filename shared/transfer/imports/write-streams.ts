import { mediaCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import type { CaptureSource } from "../../domain/source/capture-source.ts";
import type { VideoStream } from "../../domain/stream/video-stream.ts";
import type { MadeStream } from "../../formats/camtrap-dp/read/made.ts";
import { missingFileAddress } from "../../formats/camtrap-dp/stand-in.ts";
import { atMost } from "../../runtime/at-most.ts";
import { concurrency, createTogether } from "../../store/create-together.ts";
import { madeNow } from "../../store/history/actor-item.ts";
import { firstVersion } from "../../store/job/import-claims.ts";
import { streamCreation, videoStreamWriter } from "../../store/stream/writer.ts";
import { uniqueFile } from "../../store/upload/reader.ts";
import { nextIds } from "../../table/item.ts";
import { completeTask } from "../../table/tasks.ts";
import { claimUnique, ownerOf } from "../../table/unique.ts";
import { knownRows, recordsOfRows } from "./known-rows.ts";
import { filesAtOnce, type StoredFile } from "./store-file.ts";
import { updateKnown } from "./update-known.ts";
import { sourcesOf, streamsOf, type Writing, type Written } from "./writing.ts";

/** Makes and changes video streams. Leaves out streams whose source has been deleted. */
export async function writeStreams(rows: readonly MadeStream[], writing: Writing): Promise<Written> {
  const { table, job, pace, warn } = writing;
  const streams = videoStreamWriter(table);
  const known = await knownRows(streamsOf(writing), job.id, rows);
  const wanted = [...new Set(known.missing.map(({ made }) => made.source))];
  const sources = await recordsOfRows(sourcesOf(writing), wanted);
  const withSource = known.missing.flatMap(({ made, claim }) => {
    const source = sources.get(made.source);
    if (source !== undefined) return [{ made, claim, source }];
    warn("source-deleted", `${made.key}: its source ${made.source} has been deleted since it was imported.`);
    return [];
  });
  const files = await storedFiles(withSource, writing);
  const ids = withSource.length === 0 ? [] : await nextIds(table, "V", withSource.length);
  const madeBy = await madeNow();
  const creations = withSource.flatMap(({ made, claim, source }, i) => {
    const { address } = made;
    const file = files.get(made.key);
    return ids.slice(i, i + 1).map((id) => {
      const stream: VideoStream = {
        ...saidOf(made),
        id,
        source: source.id,
        url: file?.url ?? ("url" in address ? address.url : missingFileAddress(address.file)),
        live: undefined,
        made: madeBy,
        file: file && {
          upload: file.upload,
          fingerprint: file.fingerprint,
          name: "file" in address ? address.file : undefined,
        },
        version: firstVersion,
      };
      const creation = streamCreation(stream);
      const writes = [...creation.writes, ...fileWrites(stream)];
      return { ...creation, writes, claim: claim(id) };
    });
  });
  await createTogether(table, creations, pace);
  const updated = await updateKnown(known.there, writing, {
    atOnce: concurrency,
    said: (row, record) => ({ ...record, ...saidOf(row), ...fileOf(row, record) }),
    async replace(before, after, claim) {
      const outcome = await streams.update(before, after, [claim]);
      if (typeof outcome === "object")
        return { kept: "Boxes of its labels are measured in its picture's size." };
      return outcome === "updated" ? undefined : outcome;
    },
  });
  return {
    rows: rows.length,
    made: known.made + creations.length,
    changed: known.changed + updated,
    there: known.there.length - updated,
  };
}

/** The fields of a row's stream, except those of its file. */
function saidOf({ startMs, endMs, size, mediaType, camtrapDp }: MadeStream) {
  return { startMs, endMs, size, mediaType, camtrapDp: mediaCells.from(camtrapDp) };
}

/**
 * The file of an existing stream. A stored file stays. Values that the service has read from the file stay if the row
 * has none.
 */
function fileOf({ address, size, mediaType }: MadeStream, record: VideoStream) {
  const url = record.file === undefined && "url" in address ? address.url : record.url;
  const read = url === record.url ? record : undefined;
  return { url, size: size ?? read?.size, mediaType: mediaType ?? read?.mediaType };
}

/** Stores the files of streams that the package contains, and returns them by the rows' keys. */
async function storedFiles(
  rows: readonly { readonly made: MadeStream; readonly source: CaptureSource }[],
  { table, warn, storeFile }: Writing,
): Promise<ReadonlyMap<string, StoredFile>> {
  const inTurn = atMost(filesAtOnce);
  const stored = await Promise.all(
    rows.map(({ made: { key, address, mediaType }, source }) =>
      inTurn(async () => {
        if (!("file" in address)) return [];
        const file = await storeFile(address.file, mediaType);
        if (file === undefined) warn("file-damaged", `${address.file}: the file is damaged.`);
        return file === undefined ? [] : [{ key, source, file }];
      }),
    ),
  );
  const seen = new Set<string>();
  const files = new Map<string, StoredFile>();
  for (const { key, source, file } of stored.flat()) {
    // A source has a file only once, but a package may have several rows with the same file.
    const value = uniqueFile(source.id, file.fingerprint);
    const isCopy = seen.has(value) || (await ownerOf(table, "fingerprint", value)) !== undefined;
    seen.add(value);
    files.set(key, isCopy ? { ...file, fingerprint: `copy ${file.upload}` } : file);
  }
  return files;
}

/** Completes the task of removing the file, since it has a stream now. */
function fileWrites({ id, source, file }: VideoStream) {
  if (file === undefined) return [];
  return [
    ...claimUnique("fingerprint", id, uniqueFile(source, file.fingerprint), "fingerprint-taken" as const),
    completeTask({ kind: "video", id: file.upload }),
  ];
}
