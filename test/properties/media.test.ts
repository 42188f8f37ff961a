import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createMedia } from "../../functions/create-media/create-media.ts";
import { deleteMedia } from "../../functions/delete-media/delete-media.ts";
import { cutOnce } from "../../functions/get-video-stream-media/cut-once.ts";
import { EVERYTHING } from "../../local/aws/principals.ts";
import { type Excerpt, excerptDigest } from "../../shared/media/cut/excerpt.ts";
import { mediaObjects } from "../../shared/media/files/objects.ts";
import { removeMedia } from "../../shared/media/files/remove-media.ts";
import { keepFacts } from "../../shared/media/read/keep-facts.ts";
import { mediaByCut, mediaById } from "../../shared/store/media/reader.ts";
import { mediaWriter } from "../../shared/store/media/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { BUCKET, startS3UnderTest } from "../local/s3/s3-under-test.ts";
import { storedMedia } from "../support/clean-up/media-cases.ts";
import { runCleanUp } from "../support/clean-up/run-clean-up.ts";
import { type Call, intercept } from "../support/dynamo/call.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { plainStream } from "../support/plain-records.ts";
import { below, oneOf, type Random } from "../support/seeded-random.ts";
import { type Client, outcomeOf, retryUnavailable, runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import { requests } from "./stream-requests.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf } from "./table-records.ts";

const database = useTable();

/** After this time, every task of a run is due. */
const laterMs = 2 * 24 * 3_600_000;
const moments: readonly Excerpt[] = [0, 1, 2, 3].map((second) => ({ kind: "still", atMs: second * 1000 }));

test(
  "every media record has its file and every file has its record, despite lost, concurrent and abandoned requests",
  soak,
  async () => {
    await forSeeds(async (seed) => {
      const table = await database.fresh();
      const s3 = await startS3UnderTest();
      const clean = mediaObjects(s3.client, BUCKET);
      const file = path.join(tmpdir(), `cut-${seed}-${crypto.randomUUID()}`);
      await writeFile(file, "a cut");
      const known: Known = { streams: [], media: [], answers: 0, file };
      const source = { name: "Weir", location: "0,0", camera_hardware: "" };
      await requests(table).createSource({ body: source, idempotency: undefined });

      const options = { seed, clients: 16, operations: 320 };
      const run = await runClients(database, table, options, async (client) => {
        const s3Client = s3.clientWith(EVERYTHING);
        loseCalls(s3Client, client.random);
        await operate(client, mediaObjects(s3Client, BUCKET), known);
        s3Client.destroy();
        if (client.random() < 0.03) await outcomeOf(() => runCleanUp(client.table, clean));
      });
      expect(run.tooLarge).toEqual([]);

      // Deletions in the first clean-up create tasks for the second clean-up.
      for (const afterMs of [laterMs, 2 * laterMs]) {
        const cleaned = await runCleanUp(table, clean, { nowMs: () => Date.now() + afterMs });
        expect(cleaned).toMatchObject({ done: true, failures: [] });
      }
      const items = await readAll(table);
      expect(tableProblems(items)).toEqual([]);
      const { media, streams } = recordsOf(items);
      const ids = media.map(({ id }) => id);
      const stored = await storedMedia(table, s3.client, BUCKET);
      expect(stored.files.toSorted((a, b) => a - b)).toEqual(ids);
      expect(stored.tasks).toEqual([]);
      // Each moment of a stream has at most one record.
      const cuts = media.flatMap(({ cut }) => cut ?? []);
      expect(new Set(cuts).size).toBe(cuts.length);
      const existing = new Set(streams.map(({ id }) => id));
      expect(media.filter(({ stream }) => stream !== undefined && !existing.has(stream))).toEqual([]);
      expect(known.answers).toBeGreaterThan(50);
      expect(ids.length).toBeGreaterThan(0);
      await s3.stop();
      await rm(file);
    });
  },
);

type Known = {
  readonly streams: number[];
  readonly media: number[];
  answers: number;
  readonly file: string;
};

type Objects = ReturnType<typeof mediaObjects>;

/** Sends one random request. Some requests about media fail half-way and are not repeated, as after a crash. */
async function operate(client: Client, objects: Objects, known: Known): Promise<void> {
  const { table, random } = client;
  const draw = random();
  const stream = oneOf(random, known.streams);
  if (stream === undefined || draw < 0.05) return await addStream(client, known);
  if (draw < 0.1) {
    await outcomeOf(() => requests(table).drop({ params: { id: stream }, ifMatch: undefined }));
  } else if (draw < 0.7) await cut(client, stream, objects, known);
  else if (draw < 0.85) await upload(client, stream, objects, known);
  else await remove(client, objects, known);
}

async function addStream({ table, operation }: Client, { streams }: Known): Promise<void> {
  const build = async () => ({
    source: 1,
    url: "https://x/",
    startMs: 0,
    endMs: 9000,
    ...plainStream,
  });
  const idempotency = { digest: operation, bodyHash: "" };
  const made = await retryUnavailable(() => videoStreamWriter(table).create(build, idempotency));
  if (made !== "source-deleted") streams.push(made.id);
}

async function cut({ table, random }: Client, id: number, objects: Objects, known: Known): Promise<void> {
  const stream = await retryUnavailable(() => videoStreamById(table)(id));
  if (stream === undefined) return;
  const moment = oneOf(random, moments);
  const media = mediaWriter(table);
  const found = await tryOnce(() =>
    cutOnce({
      findCut: mediaByCut(table),
      media,
      remove: removeMedia({ media, objects }),
      objects,
      keepFacts: keepFacts(videoStreamWriter(table)),
      extract: (_stream, _moment, use) =>
        use(
          { file: known.file, sizeBytes: 12 },
          { size: { width: 1, height: 1 }, mediaType: "video/mp4", codec: "avc" },
        ),
      nowMs: Date.now,
    })(stream, moment),
  );
  if (found === undefined) return;
  known.answers += 1;
  known.media.push(found.id);
  expect(found.cut).toBe(excerptDigest(stream, moment));
}

async function upload(
  { table, random, operation }: Client,
  id: number,
  objects: Objects,
  known: Known,
): Promise<void> {
  const idempotency = { digest: operation, bodyHash: "" };
  const link = { url: "", headers: {}, expires_at: "" };
  const announce = createMedia({
    findStream: videoStreamById(table),
    findMedia: mediaById(table),
    media: mediaWriter(table),
    links: { upload: async () => link },
    nowMs: Date.now,
  });
  const body = {
    type: "image/png",
    bytes: 12,
    videostream: below(random, 2) === 0 ? id : undefined,
  } as const;
  const answer = await outcomeOf(() => announce({ body, idempotency }));
  if (typeof answer === "string") return;
  known.media.push(answer.body.id);
  if (random() < 0.7) await tryOnce(() => objects.put({ id: answer.body.id, type: "image/png" }, known.file));
}

async function remove({ table, random }: Client, objects: Objects, { media }: Known): Promise<void> {
  const id = oneOf(random, media);
  if (id === undefined) return;
  const drop = deleteMedia({
    findMedia: mediaById(table),
    remove: removeMedia({ media: mediaWriter(table), objects }),
  });
  await tryOnce(() => drop({ params: { id }, ifMatch: undefined }));
}

/** Sends a request once and ignores its failure. */
async function tryOnce<T>(request: () => Promise<T>): Promise<T | undefined> {
  return request().catch(() => undefined);
}

/** Breaks the connection to S3 now and then, before or after a call takes effect. */
function loseCalls(client: Parameters<typeof mediaObjects>[0], random: Random): void {
  const lose = async (_: Call, send: () => Promise<never>) => {
    const draw = random();
    if (draw < 0.03) throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    const output = await send();
    if (draw > 0.97) throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    return output;
  };
  intercept(client as never, "around retries", lose as never);
}
