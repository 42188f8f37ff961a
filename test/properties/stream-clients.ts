import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { below, oneOf } from "../support/seeded-random.ts";
import { latestStartMs, randomLengthMs, randomTimeMs } from "./random-times.ts";
import { answerOf, type Client, persist } from "./run-clients.ts";
import { admin, requests } from "./stream-requests.ts";

/** A stream that a client was told is made, and what was asked of it since. */
type KnownStream = {
  readonly id: number;
  readonly url: string;
  /** What its start and its end may be, and who may have told the end. */
  readonly starts: Set<number>;
  readonly ends: Set<number>;
  readonly endings: Set<string>;
  /** How it was found after each time that it was ended. */
  readonly seen: Set<string>;
  readonly live: boolean;
  corrected: boolean;
};

/** What clients were told of streams and capture sources. */
export type Known = {
  readonly streams: KnownStream[];
  readonly deletedStreams: Set<number>;
  readonly sources: number[];
  readonly deletedSources: Set<number>;
  /** What is not as it must be. */
  readonly wrong: string[];
};

export const nothingKnown = (): Known => ({
  streams: [],
  deletedStreams: new Set(),
  sources: [],
  deletedSources: new Set(),
  wrong: [],
});

/** One random request, or a few at once that race. */
export async function operate(client: Client, known: Known): Promise<void> {
  const { random } = client;
  const dice = random();
  const stream = oneOf(random, known.streams);
  const source = known.sources.at(-1 - below(random, 4));
  if (source === undefined || dice < 0.06) await createSource(client, known);
  else if (dice < 0.1) await moveSource(client, source);
  else if (dice < 0.16) await deleteSource(client, source, known);
  else if (dice < 0.55 || stream === undefined) await create(client, source, known);
  else if (dice < 0.7)
    await end(
      client,
      oneOf(
        random,
        known.streams.filter(({ live }) => live),
      ),
    );
  else if (dice < 0.8) await correct(client, stream);
  else if (dice < 0.85) await answerOf(() => requests(client.table).keepAlive({ params: stream }, admin));
  else await drop(client, stream, known);
}

async function createSource({ table, operation }: Client, { sources }: Known): Promise<void> {
  const body = { name: operation, location: "0,0", camera_hardware: "" };
  const idempotency = { digest: operation, bodyHash: "" };
  const made = await persist(() => requests(table).createSource({ body, idempotency }));
  sources.push(made.body.id);
}

async function moveSource({ table, random }: Client, id: number): Promise<void> {
  const body = { location: oneOf(random, ["0,0", "1,1", "2,2"]) };
  await answerOf(() => requests(table).updateSource({ params: { id }, body, ifMatch: undefined }));
}

async function deleteSource({ table }: Client, id: number, known: Known): Promise<void> {
  const answer = await answerOf(() => requests(table).deleteSource({ params: { id }, ifMatch: undefined }));
  if (answer !== "conflict") known.deletedSources.add(id);
}

/** As a camera site does that lost the answer, sometimes while its first request is still under way. */
async function create({ table, random, operation }: Client, source: number, known: Known): Promise<void> {
  const live = random() < 0.4;
  const url = `https://example.org/${operation}`;
  const startTime = randomTimeMs(random);
  const endTime = startTime + randomLengthMs(random);
  const body = { stream_url: url, capturesource: source, startTime };
  const idempotency = { digest: operation, bodyHash: "" };
  const send = () =>
    answerOf(() =>
      live
        ? requests(table).startLive({ body, idempotency }, admin)
        : requests(table).create({ body: { ...body, endTime }, idempotency }, admin),
    );
  const answers = await Promise.all(Array.from({ length: random() < 0.3 ? 4 : 1 }, send));
  const ids = new Set(answers.map((answer) => (typeof answer === "string" ? answer : answer.body.id)));
  const [id] = ids;
  if (ids.size > 1) known.wrong.push(`${url} was answered ${[...ids].join(" and ")}`);
  if (typeof id !== "number") return;
  known.streams.push({
    id,
    url,
    starts: new Set([startTime]),
    ends: new Set(live ? [] : [endTime]),
    endings: new Set(),
    seen: new Set(),
    live,
    corrected: false,
  });
}

/** By several at once, each with an end of its own; never before the start, wherever that was moved. */
async function end({ table, random }: Client, stream: KnownStream | undefined): Promise<void> {
  if (stream === undefined) return;
  const { id } = stream;
  const source = (await persist(() => videoStreamById(table)(id)))?.source ?? 0;
  const send = (caller: "site" | "user") => {
    const endTime = latestStartMs + randomLengthMs(random);
    stream.ends.add(endTime);
    stream.endings.add(`${endTime} ${caller}`);
    return answerOf(() =>
      requests(table).end(
        { params: { id }, body: { endTime }, ifMatch: undefined },
        caller === "user" ? admin : { siteKey: 1, source },
      ),
    );
  };
  const answers = await Promise.all(
    ([["user", "site"], ["site"]] as const)[below(random, 2)]?.map(send) ?? [],
  );
  const found = await persist(() => videoStreamById(table)(id));
  if (found && answers.some((answer) => typeof answer === "object")) {
    stream.seen.add(`${found.endMs} ${found.live?.endedBy}`);
  }
}

async function correct({ table, random }: Client, stream: KnownStream): Promise<void> {
  const startTime = random() < 0.7 ? randomTimeMs(random) : undefined;
  const endTime = startTime === undefined ? latestStartMs + randomLengthMs(random) : undefined;
  if (startTime !== undefined) stream.starts.add(startTime);
  if (endTime !== undefined) stream.ends.add(endTime);
  if (endTime !== undefined) stream.corrected = true;
  const body = { startTime, endTime };
  await answerOf(() => requests(table).update({ params: stream, body, ifMatch: undefined }));
}

async function drop({ table }: Client, { id }: KnownStream, known: Known): Promise<void> {
  await answerOf(() => requests(table).drop({ params: { id }, ifMatch: undefined }));
  known.deletedStreams.add(id);
}
