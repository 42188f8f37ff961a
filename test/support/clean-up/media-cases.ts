import { ListObjectsV2Command, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { Media } from "../../../shared/domain/media/media.ts";
import type { MediaRange } from "../../../shared/domain/media/range.ts";
import { endAbandoned, endStream } from "../../../shared/domain/stream/live-stream.ts";
import { patchVideoStream, type VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import { objectKey } from "../../../shared/media/files/objects.ts";
import { mediaById } from "../../../shared/store/media/reader.ts";
import { mediaWriter } from "../../../shared/store/media/writer.ts";
import { videoStreamById } from "../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../shared/store/stream/writer.ts";
import type { Item, Table } from "../../../shared/table/table.ts";
import { addTask } from "../../../shared/table/tasks.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { readAll } from "../dynamo/read-all.ts";
import { limits } from "./run-clean-up.ts";

const hourMs = 3_600_000;

/** Stored media: ids of records, ids of files, and names of pending tasks such as `media 7`. */
export type StoredMedia = {
  readonly records: number[];
  readonly files: number[];
  readonly tasks: string[];
};

/**
 * Creates functions that store everything that endpoints can leave behind, including endpoints that crash. `expected`
 * lists the media that must remain after a clean-up at `atMs`. The task of a stream's end is created now and is not due
 * for two minutes.
 */
export function mediaCases(table: Table, client: S3Client, bucket: string, atMs: number) {
  const startMs = atMs - hourMs / 2;
  /** Tasks of media that were cut at this time are due. Uploads that were announced at this time may still arrive. */
  const beforeMs = atMs - 2 * hourMs;
  const media = mediaWriter(table);
  const streams = videoStreamWriter(table);
  const expected: StoredMedia = { records: [], files: [], tasks: [] };

  async function putFile(id: number): Promise<void> {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: objectKey(id), Body: `file ${id}` }));
  }
  async function newStream(over: Partial<VideoStream> = {}): Promise<number> {
    const live = { aliveMs: undefined, endedBy: undefined };
    const made = await streams.create(
      async () => ({
        source: 1,
        url: "https://example.org/a",
        startMs,
        endMs: undefined,
        size: undefined,
        mediaType: undefined,
        live,
        ...over,
      }),
      undefined,
    );
    if (made === "source-deleted") throw new Error(made);
    return made.id;
  }
  async function change(id: number, to: (stream: VideoStream) => VideoStream): Promise<void> {
    const stream = await streamOf(id);
    if ((await streams.update(stream, to(stream))) !== "updated") throw new Error("changed meanwhile");
  }
  async function streamOf(id: number): Promise<VideoStream> {
    const stream = await videoStreamById(table)(id);
    if (stream === undefined) throw new Error(`no stream ${id}`);
    return stream;
  }
  async function cut(stream: number, range: MediaRange, remains: boolean, hasFile = true): Promise<number> {
    const id = await media.reserve(beforeMs);
    if (hasFile) await putFile(id);
    const cutOf = { id, type: "video/mp4", sizeBytes: 1, stream, range, cut: `cut ${id}` } as const;
    await media.recordCut({ ...cutOf, sha256: undefined, createdMs: 0 });
    if (remains) expectToRemain(id, "record", "file");
    return id;
  }
  async function recordOf(id: number): Promise<Media> {
    const found = await mediaById(table)(id);
    if (found === undefined) throw new Error(`no media ${id}`);
    return found;
  }
  async function upload(createdMs: number, stream?: number, range?: MediaRange): Promise<number> {
    const build = async () =>
      ({ type: "image/jpeg", sizeBytes: 1, stream, range, sha256: undefined, createdMs }) as const;
    const made = await media.createUpload(build, undefined);
    if (made === "stream-deleted") throw new Error(made);
    return made.id;
  }
  function expectToRemain(id: number, ...what: ("record" | "file" | "task")[]): void {
    if (what.includes("record")) expected.records.push(id);
    if (what.includes("file")) expected.files.push(id);
    if (what.includes("task")) expected.tasks.push(`media ${id}`);
  }
  const longAgoMs = atMs - 25 * hourMs;
  const within = { startMs: 0, endMs: 600_000 };
  const across = { startMs: 590_000, endMs: 600_001 };
  const beyond = { startMs: 700_000, endMs: 700_000 };
  const end = (by: "site" | "user") => (stream: VideoStream) =>
    endStream(stream, stream.startMs + within.endMs, by);
  const abandon = (stream: VideoStream) =>
    endAbandoned(stream, limits, stream.startMs + 2 * limits.maxLengthMs);

  async function cutsOf(stream: number, remaining: "all" | "within" | "none"): Promise<void> {
    await cut(stream, within, remaining !== "none");
    await cut(stream, across, remaining === "all");
    await cut(stream, beyond, remaining === "all");
  }
  const cases = {
    async "a cut whose function crashed before it wrote the record"() {
      await putFile(await media.reserve(beforeMs));
    },
    async "a cut whose function crashed before it wrote the file"() {
      await media.reserve(beforeMs);
    },
    async "a cut in progress"() {
      const id = await media.reserve(atMs - 60_000);
      await putFile(id);
      expectToRemain(id, "file", "task");
    },
    async "an upload that never arrived"() {
      expectToRemain(await upload(longAgoMs), "task");
      expectToRemain(await upload(longAgoMs, await newStream(), beyond), "task");
    },
    async "an upload that may still arrive"() {
      expectToRemain(await upload(beforeMs), "record", "task");
    },
    async "an upload that arrived"() {
      const id = await upload(longAgoMs);
      await putFile(id);
      expectToRemain(id, "record", "file");
    },
    async "a deleted upload whose file may still arrive"() {
      const id = await upload(longAgoMs);
      await media.delete(await recordOf(id));
      await putFile(id);
      expectToRemain(id, "file", "task");
    },
    async "a deleted upload whose file arrived, a day later"() {
      const id = await upload(longAgoMs);
      await media.delete(await recordOf(id));
      await putFile(id);
      await transact(table, [addTask({ kind: "media", id }, beforeMs)]);
    },
    async "a deleted cut whose function crashed before it deleted the file"() {
      const id = await cut(await newStream(), within, false);
      await media.delete(await recordOf(id));
    },
    async "a deleted stream"() {
      const stream = await newStream();
      await cutsOf(stream, "none");
      await cut(stream, within, false, false);
      await streams.delete(await streamOf(stream));
    },
    async "a stream that its site ended"() {
      const stream = await newStream();
      await cutsOf(stream, "within");
      for (const range of [within, across, beyond, undefined]) {
        const id = await upload(longAgoMs, stream, range);
        await putFile(id);
        expectToRemain(id, "record", "file");
      }
      await change(stream, end("site"));
    },
    async "a stream that the clean-up ended a moment ago"() {
      const stream = await newStream();
      await cutsOf(stream, "all");
      await change(stream, abandon);
      expected.tasks.push(`ended-stream ${stream}`);
    },
    async "a stream that its site ended after the clean-up did"() {
      const stream = await newStream();
      await cutsOf(stream, "within");
      await change(stream, abandon);
      await change(stream, end("site"));
    },
    async "a live stream"() {
      await cutsOf(await newStream(), "all");
    },
    async "a stream that a curator shortened"() {
      const stream = await newStream({ live: undefined, endMs: atMs });
      await cutsOf(stream, "within");
      await change(stream, (before) =>
        patchVideoStream(before, { endTime: before.startMs + within.endMs }, Date.now()),
      );
    },
    async "a stream that a curator extended"() {
      const stream = await newStream({ live: undefined, endMs: startMs + 1 });
      await cutsOf(stream, "all");
      await change(stream, (before) => patchVideoStream(before, { endTime: atMs }, Date.now()));
    },
  } satisfies Record<string, () => Promise<void>>;
  return { cases, expected };
}

/** Lists the media in the table and the bucket. */
export async function storedMedia(table: Table, client: S3Client, bucket: string): Promise<StoredMedia> {
  const items = await readAll(table);
  const ids = (sk: string) => items.flatMap((item) => (item["sk"] === sk ? [Number(item["id"])] : []));
  return {
    records: ids("M"),
    files: (await filesOf(client, bucket)).map((key) => Number(key.replace("media/", ""))),
    tasks: items.flatMap(taskName),
  };
}

export async function filesOf(client: S3Client, bucket: string): Promise<string[]> {
  const keys: string[] = [];
  for (let next: string | undefined; ; ) {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: next }));
    keys.push(...(page.Contents ?? []).map(({ Key = "" }) => Key));
    if (page.NextContinuationToken === undefined) return keys;
    next = page.NextContinuationToken;
  }
}

export function sorted({ records, files, tasks }: StoredMedia): StoredMedia {
  const ascending = (a: number, b: number) => a - b;
  return { records: records.toSorted(ascending), files: files.toSorted(ascending), tasks: tasks.toSorted() };
}

function taskName({ pk, id }: Item): string[] {
  const kind = String(pk);
  return kind.startsWith("W#") ? [`${kind.slice(2)} ${id}`] : [];
}
