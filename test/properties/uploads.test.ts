import { GetObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { EVERYTHING } from "../../local/aws/principals.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { asFault } from "../../shared/http/problem.ts";
import { mediaObjects } from "../../shared/media/files/objects.ts";
import { videoFiles } from "../../shared/media/files/video-files.ts";
import { uploadById } from "../../shared/store/upload/reader.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../local/s3/s3-under-test.ts";
import { filesOf } from "../support/clean-up/media-cases.ts";
import { runCleanUp } from "../support/clean-up/run-clean-up.ts";
import { dynamoConflicts } from "../support/dynamo/conflicts.ts";
import { crashingClient } from "../support/dynamo/crashing-client.ts";
import { dynamoFaults } from "../support/dynamo/faults.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { below, oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { facts, sendPart, sha256, uploadRequests } from "../support/uploads/upload-requests.ts";
import { forSeeds, soak } from "./seeds.ts";
import { admin, requests } from "./stream-requests.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf } from "./table-records.ts";

const database = useTable();

const dayMs = 24 * 3_600_000;
/** After this time, every task is due. */
const laterMs = 9 * dayMs;

/** There are few files, so that several uploads have the same file. */
const contents = ["one", "two", "three", "four", "five"].map((text) => Buffer.from(text));
const unreadable = Buffer.from("five");

type Known = {
  /** Uploads and their content. */
  readonly uploads: Map<number, Buffer>;
  /** Streams that completions returned, by upload. */
  readonly answers: Map<number, Set<number>>;
  crashes: number;
};

test(
  "an upload becomes one stream or leaves nothing, despite crashes, repeated requests and abandoned uploads",
  soak,
  async () => {
    await forSeeds(
      async (seed) => {
        const s3 = await startS3UnderTest();
        const table = await database.fresh();
        const source = { name: "Weir", location: "0,0", camera_hardware: "" };
        await requests(table).createSource({ body: source, idempotency: undefined });
        const known: Known = { uploads: new Map(), answers: new Map(), crashes: 0 };
        const conflicts = dynamoConflicts(5);
        const client = async (number: number) => {
          const random = seededRandom(seed * 100 + number);
          for (let process = 1; process <= 5; process++) {
            const connection = database.connect();
            const rates = { requestLost: 0.02, answerLost: 0.02, answerLostForGood: 0.02 };
            dynamoFaults(below(random, 2 ** 31), rates).addTo(connection);
            conflicts.addTo(connection);
            const s3Client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
            const { addTo, crashed } = crashingClient(random, 90);
            addTo(connection);
            addTo(s3Client);
            const on = { table: openTable(table.name, connection), s3: s3Client, random };
            const running = operate(on, known, `${number}/${process}`);
            if ((await Promise.race([running, crashed])) === "crashed") known.crashes += 1;
          }
        };
        await Promise.all([1, 2, 3, 4].map(client));
        await settle(table, s3, known);
        await check(table, s3, known);
        expect(known.crashes).toBeGreaterThan(3);
        expect(known.answers.size).toBeGreaterThan(0);
        await s3.stop();
      },
      [1],
    );
  },
);

type On = { readonly table: Table; readonly s3: S3UnderTest["client"]; readonly random: Random };

/** Runs eight operations on uploads, or fewer if the process crashes. */
async function operate({ table, s3, random }: On, known: Known, name: string): Promise<void> {
  const nowMs = Date.now;
  const files = videoFiles(s3, BUCKET, nowMs);
  for (let operation = 1; operation <= 8; operation++) {
    const draw = random();
    const id = known.uploads.size === 0 ? undefined : oneOf(random, [...known.uploads.keys()]);
    if (id === undefined || draw < 0.25) await announce({ table, s3, random }, known, `${name}/${operation}`);
    else if (draw < 0.45) await attempt(() => send(on(table, s3, known, id), id, known));
    else if (draw < 0.8) await complete(table, s3, known, id, random);
    else if (draw < 0.86) {
      const { drop } = on(table, s3, known, id);
      await attempt(() => drop({ params: { id }, ifMatch: undefined }, admin));
    } else if (draw < 0.93) {
      const upload = await attempt(() => uploadById(table)(id));
      if (upload?.state.kind !== "done") continue;
      const { stream } = upload.state;
      await attempt(() => requests(table).drop({ params: { id: stream }, ifMatch: undefined }));
    } else {
      const late = { nowMs: () => Date.now() + below(random, 2) * dayMs, videos: files };
      await attempt(() => runCleanUp(table, mediaObjects(s3, BUCKET), late));
    }
  }
}

/** Returns the endpoints for uploads. Their reader can read all files except one. */
function on(table: Table, s3: On["s3"], { uploads }: Known, id: number, joinWaitMs = 5000) {
  const isUnreadable = uploads.get(id)?.equals(unreadable);
  const read = async () => (isUnreadable ? { reason: "No video." } : facts);
  return uploadRequests(table, s3, BUCKET, { read, joinWaitMs });
}

async function announce({ table, s3, random }: On, known: Known, name: string): Promise<void> {
  const bytes = oneOf(random, contents);
  const body = {
    filename: "../../a",
    type: "video/mp4",
    bytes: bytes.length,
    capturesource: 1,
    startTime: 0,
    endTime: undefined,
    fingerprint: undefined,
  } as const;
  const idempotency = { digest: name, bodyHash: "" };
  const { create } = uploadRequests(table, s3, BUCKET);
  const sent = () => attempt(() => create({ body, idempotency }, admin));
  const answers = [await sent(), await sent()].flatMap((answer) => answer?.body.id ?? []);
  expect(new Set(answers).size).toBeLessThan(2);
  for (const id of answers) known.uploads.set(id, bytes);
}

async function send({ sign }: ReturnType<typeof on>, id: number, { uploads }: Known): Promise<void> {
  await sendPart(sign, admin, id, uploads.get(id) ?? Buffer.alloc(0));
}

/** Requests completion, often twice at the same time. */
async function complete(table: Table, s3: On["s3"], known: Known, id: number, random: Random) {
  const body = { parts: [{ number: 1, sha256: sha256(known.uploads.get(id) ?? Buffer.alloc(0)) }] };
  const times = 1 + below(random, 2);
  const ask = async (n: number) => {
    const idempotency = below(random, 2) === 0 ? undefined : { digest: `complete ${id} ${n}`, bodyHash: "" };
    const requests = on(table, s3, known, id, random() < 0.1 ? 0 : 5000);
    const answer = await attempt(() => requests.complete({ params: { id }, body, idempotency }, admin));
    if (answer?.status !== 201) return;
    const answers = known.answers.get(id) ?? new Set();
    known.answers.set(id, answers.add(answer.body.id));
  };
  await Promise.all(Array.from({ length: times }, (_, n) => ask(n)));
}

/** Completes every upload once more, without faults. Then the clean-up does the rest. */
async function settle(table: Table, s3: S3UnderTest, known: Known): Promise<void> {
  const random = seededRandom(1);
  for (const id of known.uploads.keys()) await complete(table, s3.client, known, id, random);
  const files = videoFiles(s3.client, BUCKET, Date.now);
  for (const afterMs of [laterMs, 2 * laterMs]) {
    const options = { nowMs: () => Date.now() + afterMs, videos: files };
    const cleaned = await runCleanUp(table, mediaObjects(s3.client, BUCKET), options);
    expect(cleaned).toMatchObject({ done: true, failures: [] });
  }
}

async function check(table: Table, s3: S3UnderTest, known: Known): Promise<void> {
  const items = await readAll(table);
  expect(tableProblems(items)).toEqual([]);
  expect(items.filter(({ pk }) => String(pk).startsWith("W#"))).toEqual([]);
  const { streams } = recordsOf(items);
  const files = streams.map(({ file }) => `video/${file?.upload}`);
  expect(new Set(files).size).toBe(files.length);
  expect((await filesOf(s3.client, BUCKET)).toSorted()).toEqual(files.toSorted());
  // The record of an upload exists as long as its stream.
  const left = items.filter(({ sk }) => sk === "F").map(({ id }) => `video/${id}`);
  expect(left.toSorted()).toEqual(files.toSorted());
  for (const { id, url, file } of streams) {
    const upload = file?.upload ?? 0;
    expect(url).toBe(`s3://${BUCKET}/video/${upload}`);
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: `video/${upload}` }));
    expect(await Body?.transformToString()).toBe(String(known.uploads.get(upload)));
    expect(known.uploads.get(upload)?.equals(unreadable)).toBe(false);
    expect([...(known.answers.get(upload) ?? [])]).toEqual([id]);
  }
  for (const answers of known.answers.values()) expect(answers.size).toBe(1);
}

/** Sends a request once and ignores its fault, unless the fault is `invalid-request`. */
async function attempt<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    const fault = asFault(error);
    if (fault instanceof Fault && fault.code !== "invalid-request") return undefined;
    throw error;
  }
}
