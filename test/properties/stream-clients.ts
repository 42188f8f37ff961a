import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { below, oneOf } from "../support/seeded-random.ts";
import { latestStartMs, randomLengthMs, randomTimeMs } from "./random-times.ts";
import { type Client, outcomeOf, retryUnavailable } from "./run-clients.ts";
import { admin, requests } from "./stream-requests.ts";

/** A stream that a response reported as created, and what later requests about it sent and read. */
type KnownStream = {
  readonly id: number;
  readonly url: string;
  /** Possible starts, possible ends, and possible ends with their senders. */
  readonly starts: Set<number>;
  readonly ends: Set<number>;
  readonly endings: Set<string>;
  /** Ends with their senders, as clients read them after they ended the stream. */
  readonly seen: Set<string>;
  readonly live: boolean;
  corrected: boolean;
};

/** What the responses told clients about streams and capture sources. */
export type Known = {
  readonly streams: KnownStream[];
  readonly deletedStreams: Set<number>;
  readonly sources: number[];
  readonly deletedSources: Set<number>;
  /** A sentence for each violation. */
  readonly wrong: string[];
};

export const nothingKnown = (): Known => ({
  streams: [],
  deletedStreams: new Set(),
  sources: [],
  deletedSources: new Set(),
  wrong: [],
});

/** Sends one random request, or a few concurrent ones. */
export async function operate(client: Client, known: Known): Promise<void> {
  const { random } = client;
  const draw = random();
  const stream = oneOf(random, known.streams);
  const source = known.sources.at(-1 - below(random, 4));
  if (source === undefined || draw < 0.06) await createSource(client, known);
  else if (draw < 0.1) await moveSource(client, source);
  else if (draw < 0.16) await deleteSource(client, source, known);
  else if (draw < 0.55 || stream === undefined) await create(client, source, known);
  else if (draw < 0.7)
    await end(
      client,
      oneOf(
        random,
        known.streams.filter(({ live }) => live),
      ),
    );
  else if (draw < 0.8) await correct(client, stream);
  else if (draw < 0.85) await outcomeOf(() => requests(client.table).keepAlive({ params: stream }, admin));
  else await drop(client, stream, known);
}

/** Creates a capture source. Sometimes deletes it at once: a source that others use mostly has streams, and stays. */
async function createSource(client: Client, known: Known): Promise<void> {
  const { table, random, operation } = client;
  const body = { name: operation, location: "0,0", camera_hardware: "" };
  const idempotency = { digest: operation, bodyHash: "" };
  const onlyBriefly = random() < 0.3;
  const { id } = (await retryUnavailable(() => requests(table).createSource({ body, idempotency }))).body;
  known.sources.push(id);
  if (onlyBriefly) await deleteSource(client, id, known);
}

async function moveSource({ table, random }: Client, id: number): Promise<void> {
  const body = { location: oneOf(random, ["0,0", "1,1", "2,2"]) };
  await outcomeOf(() => requests(table).updateSource({ params: { id }, body, ifMatch: undefined }));
}

async function deleteSource({ table }: Client, id: number, known: Known): Promise<void> {
  const answer = await outcomeOf(() => requests(table).deleteSource({ params: { id }, ifMatch: undefined }));
  if (answer !== "conflict") known.deletedSources.add(id);
}

/** Creates a stream. Sometimes sends the request four times at once, as a site may do that gets no response. */
async function create({ table, random, operation }: Client, source: number, known: Known): Promise<void> {
  const live = random() < 0.4;
  const url = `https://example.org/${operation}`;
  const startTime = randomTimeMs(random);
  const endTime = startTime + randomLengthMs(random);
  const body = { stream_url: url, capturesource: source, startTime };
  const idempotency = { digest: operation, bodyHash: "" };
  const send = () =>
    outcomeOf(() =>
      live
        ? requests(table).startLive({ body, idempotency }, admin)
        : requests(table).create({ body: { ...body, endTime }, idempotency }, admin),
    );
  const answers = await Promise.all(Array.from({ length: random() < 0.3 ? 4 : 1 }, send));
  const ids = new Set(answers.map((answer) => (typeof answer === "string" ? answer : answer.body.id)));
  const [id] = ids;
  // Invariant 7 (docs/invariants.md).
  if (ids.size > 1) known.wrong.push(`${url} got the responses ${[...ids].join(" and ")}`);
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

/** Ends a stream with one or two concurrent requests. Their ends differ and are later than any start. */
async function end({ table, random }: Client, stream: KnownStream | undefined): Promise<void> {
  if (stream === undefined) return;
  const { id } = stream;
  const source = (await retryUnavailable(() => videoStreamById(table)(id)))?.source ?? 0;
  const send = (caller: "site" | "user") => {
    const endTime = latestStartMs + randomLengthMs(random);
    stream.ends.add(endTime);
    stream.endings.add(`${endTime} ${caller}`);
    return outcomeOf(() =>
      requests(table).end(
        { params: { id }, body: { endTime }, ifMatch: undefined },
        caller === "user" ? admin : { siteKey: 1, source },
      ),
    );
  };
  const answers = await Promise.all(
    ([["user", "site"], ["site"]] as const)[below(random, 2)]?.map(send) ?? [],
  );
  const found = await retryUnavailable(() => videoStreamById(table)(id));
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
  await outcomeOf(() => requests(table).update({ params: stream, body, ifMatch: undefined }));
}

async function drop({ table }: Client, { id }: KnownStream, known: Known): Promise<void> {
  await outcomeOf(() => requests(table).drop({ params: { id }, ifMatch: undefined }));
  known.deletedStreams.add(id);
}
