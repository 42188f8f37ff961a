import { createCaptureSource } from "../../functions/create-capture-source/create-capture-source.ts";
import { createVideoStream } from "../../functions/create-video-stream/create-video-stream.ts";
import { deleteCaptureSource } from "../../functions/delete-capture-source/delete-capture-source.ts";
import { deleteVideoStream } from "../../functions/delete-video-stream/delete-video-stream.ts";
import { endLiveStream } from "../../functions/end-live-stream/end-live-stream.ts";
import { keepStreamAlive } from "../../functions/keep-stream-alive/keep-stream-alive.ts";
import { startLiveStream } from "../../functions/start-live-stream/start-live-stream.ts";
import { updateCaptureSource } from "../../functions/update-capture-source/update-capture-source.ts";
import { updateVideoStream } from "../../functions/update-video-stream/update-video-stream.ts";
import type { User } from "../../shared/domain/user.ts";
import { captureSourceById } from "../../shared/store/capture-source-reader.ts";
import { captureSourceWriter } from "../../shared/store/capture-source-writer.ts";
import type { Table } from "../../shared/store/table.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { videoStreamWriter } from "../../shared/store/video-stream-writer.ts";
import { below, oneOf, type Random } from "../support/seeded-random.ts";
import { answerOf, type Client, persist } from "./run-clients.ts";

/** A stream that a client was told is made, and what was asked of it since. */
export type KnownStream = {
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

const admin: User = {
  id: 1,
  email: "admin@example.org",
  displayName: "admin",
  role: "admin",
  disabled: false,
  invited: false,
  version: 1,
};

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
  const attempt = { digest: operation, bodyHash: "" };
  const made = await persist(() => requests(table).createSource({ body, attempt }));
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
  const attempt = { digest: operation, bodyHash: "" };
  const send = () =>
    answerOf(() =>
      live
        ? requests(table).startLive({ body, attempt }, admin)
        : requests(table).create({ body: { ...body, endTime }, attempt }, admin),
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

function requests(table: Table) {
  const sources = captureSourceWriter(table);
  const streams = videoStreamWriter(table);
  const findSource = captureSourceById(table);
  const findStream = videoStreamById(table);
  const deps = { sources, streams, findSource, findStream, devVideoOrigins: [], nowMs: Date.now };
  return {
    createSource: createCaptureSource(deps),
    updateSource: updateCaptureSource(deps),
    deleteSource: deleteCaptureSource(deps),
    create: createVideoStream(deps),
    startLive: startLiveStream(deps),
    end: endLiveStream(deps),
    update: updateVideoStream(deps),
    keepAlive: keepStreamAlive(deps),
    drop: deleteVideoStream(deps),
  };
}

/** Times that meet, and times right before and at the turn of a day, a month and a year. */
const turnsMs = [
  Date.UTC(2024, 0, 1),
  Date.UTC(2024, 1, 29),
  Date.UTC(2024, 2, 1),
  Date.UTC(2024, 6, 15),
  Date.UTC(2025, 0, 1),
];
const latestStartMs = Date.UTC(2025, 3, 1);
const hourMs = 3_600_000;

export function randomTimeMs(random: Random): number {
  const near = oneOf(random, turnsMs) + oneOf(random, [-1, 0, 1, -hourMs, hourMs]);
  return random() < 0.7 ? near : Date.UTC(2024, 0, 1 + below(random, 450), below(random, 24));
}

function randomLengthMs(random: Random): number {
  return oneOf(random, [0, 1, 10_000, hourMs, 26 * hourMs, 40 * 24 * hourMs, 300 * 24 * hourMs]);
}
