import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { cutStills } from "../../../functions/get-stills/cut-stills.ts";
import { getStills } from "../../../functions/get-stills/get-stills.ts";
import { labelTimes } from "../../../functions/get-stills/label-times.ts";
import { WantedStills } from "../../../shared/domain/media/still.ts";
import type { Role } from "../../../shared/domain/person/role.ts";
import { roles } from "../../../shared/domain/person/role.ts";
import { formatOffset } from "../../../shared/domain/time/media-offset.ts";
import { excerptDigest, type Still } from "../../../shared/media/cut/excerpt.ts";
import { ExtractionError } from "../../../shared/media/cut/extraction-error.ts";
import { extractionFault } from "../../../shared/media/cut/extraction-fault.ts";
import type { Cut } from "../../../shared/media/cut/extraction-job.ts";
import type { Extracted } from "../../../shared/media/cut/extractor.ts";
import { cutStore } from "../../../shared/media/cut/store-cut.ts";
import { mediaObjects } from "../../../shared/media/files/objects.ts";
import { mediaLinks } from "../../../shared/media/files/signed-links.ts";
import { keepFacts } from "../../../shared/media/read/keep-facts.ts";
import { withTimeLeft } from "../../../shared/runtime/retry.ts";
import { annotationsById, annotationsOfStream } from "../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../shared/store/annotation/writer.ts";
import { mediaByCut, mediaIdByCut } from "../../../shared/store/media/reader.ts";
import { mediaWriter } from "../../../shared/store/media/writer.ts";
import { videoStreamById, videoStreamsById } from "../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../shared/store/stream/writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { claimUnique } from "../../../shared/table/unique.ts";
import { BUCKET, startS3UnderTest } from "../../local/s3/s3-under-test.ts";
import { personOf } from "../../properties/annotation-requests.ts";
import { requests } from "../../properties/stream-requests.ts";
import { storedMedia } from "../../support/clean-up/media-cases.ts";
import { runCleanUp } from "../../support/clean-up/run-clean-up.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainAnnotation, plainStream } from "../../support/plain-records.ts";

let s3: Awaited<ReturnType<typeof startS3UnderTest>>;
const database = useTable();
let table: Table;
const meter = dynamoMeter();
const file = path.join(tmpdir(), `still-${crypto.randomUUID()}`);
beforeAll(async () => {
  meter.addTo(database.client);
  await writeFile(file, "a still");
});
beforeEach(async () => {
  s3 = await startS3UnderTest();
  table = await database.fresh();
  const source = { name: "Weir", location: "0,0", camera_hardware: "" };
  await requests(table).createSource({ body: source, idempotency: undefined });
});
afterEach(() => s3.stop());
afterAll(async () => {
  await rm(file);
});

const box = { x1: 0, y1: 0, x2: 40, y2: 40 };
const size = { width: 1920, height: 1080 };

/** Creates a stream of 9 s. */
async function addStream(url = "https://video.example/1.mp4"): Promise<number> {
  const build = async () => ({ ...plainStream, source: 1, url, startMs: 0, endMs: 9000 });
  const made = await videoStreamWriter(table).create(build, undefined);
  return made === "source-deleted" ? 0 : made.id;
}

/** Creates an annotation with keypoints at the given times, or without keypoints and box if there are no times. */
async function addLabel(
  videostream: number,
  startMs: number,
  endMs: number,
  timesMs: readonly number[] = [],
) {
  const keypoints = timesMs.map((timeMs) => ({ box, timeMs }));
  const fields = {
    ...{ ...plainAnnotation, videostream, source: 1, startMs, endMs, boundingBox: undefined },
    ...{
      keypoints: keypoints.length > 0 ? keypoints : undefined,
      observer: undefined,
      observation: undefined,
    },
    ...{ identifications: [], author: { id: 1, source: undefined }, createdMs: 0, changedMs: 0 },
  };
  const made = await annotationWriter(table).create(async () => fields, undefined);
  return typeof made === "string" ? 0 : made.id;
}

type Job = { readonly url: string; readonly stills: readonly Still[] };

/**
 * The endpoint's logic on real stores. The media engine is replaced: `outcomeOf` returns the failure of a still, if
 * any.
 */
function endpoint(outcomeOf: (url: string, still: Still) => ExtractionError | undefined = () => undefined) {
  const jobs: Job[] = [];
  const extract = async <T>(url: string, job: Cut, use: (cut: Extracted) => Promise<T>) => {
    const all = job.kind === "stills" ? job.stills : [];
    jobs.push({ url, stills: all });
    if (url.includes("broken")) throw extractionFault(new ExtractionError("unreadable", "It is broken."));
    const stills = all.map((still) => outcomeOf(url, still) ?? { file, sizeBytes: 7 });
    const opened = { size, mediaType: "video/mp4", codec: "avc" };
    return use({ ...opened, file, sizeBytes: 0, stills, stats: { bytes: 0, requests: 0 } });
  };
  const objects = mediaObjects(s3.client, BUCKET);
  const media = mediaWriter(table);
  const store = cutStore({ findCut: mediaByCut(table), media, objects, nowMs: Date.now });
  const run = getStills({
    findStreams: videoStreamsById(table),
    findLabels: annotationsById(table),
    openLabelTimes: () => labelTimes(annotationsOfStream(table)),
    findMediaId: mediaIdByCut(table),
    cut: cutStills({ extract, store, keepFacts: keepFacts(videoStreamWriter(table)), onFailure: () => {} }),
    link: (id) => mediaLinks(s3.client, BUCKET, Date.now).download({ id, type: "image/jpeg" }),
  });
  const ask = async (items: readonly object[], role: Role = "annotator") => {
    const body = z.parse(WantedStills, { items });
    return (await run({ body }, { ...personOf(1), role })).body.results;
  };
  return { jobs, objects, ask };
}

type Results = Awaited<ReturnType<ReturnType<typeof endpoint>["ask"]>>;
const shapesOf = (results: Results) =>
  results.map((result) => {
    if ("url" in result) return "still";
    return "problem" in result ? result.problem.status : "pending";
  });
const at = (ms: number) => formatOffset(ms);

describe("access to stills", () => {
  const kinds = [
    ["the start of a label", 1000, true],
    ["a keypoint", 1500, true],
    ["the end of a label", 2000, true],
    ["a moment within a label", 1700, false],
    ["a moment just after a label", 2001, false],
    ["a moment with a label of another stream", 4000, false],
  ] as const;

  test.each(kinds)("is given to the right roles at %s", async (_, timeMs, readersMay) => {
    const [stream, other] = [await addStream(), await addStream()];
    await addLabel(stream, 1000, 2000, [1000, 1500]);
    const ofOther = await addLabel(other, 4000, 4000, [4000]);
    const { ask } = endpoint();
    for (const role of roles) {
      const may = role !== "readonly" || readersMay;
      expect(shapesOf(await ask([{ videostream: stream, time: at(timeMs) }], role))).toEqual([
        may ? "still" : 403,
      ]);
    }
    // The existing still does not change what a reader may see, not even with a crop.
    expect(shapesOf(await ask([{ videostream: stream, time: at(timeMs) }], "readonly"))).toEqual([
      readersMay ? "still" : 403,
    ]);
    const crop = `label:${ofOther}`;
    expect(shapesOf(await ask([{ videostream: stream, time: at(timeMs), crop }], "readonly"))).toEqual([400]);
  });

  test("allows a reader the stills at exactly the times of labels, whatever labels exist", async () => {
    const [stream, other] = [await addStream(), await addStream()];
    const time = fc.integer({ min: 0, max: 12 }).map((n) => n * 100);
    const label = fc.record({
      span: fc.tuple(time, time),
      times: fc.array(time, { maxLength: 3 }),
      isOther: fc.boolean(),
    });
    const allowed = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(label, { maxLength: 2 }),
        fc.array(time, { minLength: 1, maxLength: 8 }),
        async (labels, times) => {
          for (const { span, times, isOther } of labels) {
            const [startMs, endMs] = [Math.min(...span), Math.max(...span)];
            await addLabel(
              isOther ? other : stream,
              startMs,
              endMs,
              times.toSorted((a, b) => a - b),
            );
            if (!isOther) for (const each of [startMs, endMs, ...times]) allowed.add(each);
          }
          const results = await endpoint().ask(
            times.map((each) => ({ videostream: stream, time: at(each) })),
            "readonly",
          );
          expect(shapesOf(results).map((shape) => shape !== 403)).toEqual(
            times.map((each) => allowed.has(each)),
          );
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe("a request", () => {
  test("cuts at most eight stills of one stream, and the rest when it is sent again", async () => {
    const streams = [await addStream("https://video.example/a"), await addStream("https://video.example/b")];
    const items = streams.flatMap((videostream) =>
      Array.from({ length: 10 }, (_, i) => ({ videostream, time: at(i * 100) })),
    );
    const { ask, jobs } = endpoint();
    const counts = [];
    let results: Results = [];
    for (let sent = 0; sent < 4; sent++) {
      results = await ask(items);
      counts.push(shapesOf(results).filter((shape) => shape === "still").length);
    }
    expect(counts).toEqual([8, 10, 18, 20]);
    expect(jobs.map(({ url, stills }) => `${url.at(-1)} ${stills.length}`)).toEqual([
      "a 8",
      "a 2",
      "b 8",
      "b 2",
    ]);
    const urls = results.map((result) => ("url" in result ? new URL(result.url).pathname : ""));
    expect(new Set(urls).size).toBe(20);
    const [first] = results;
    expect(await (await fetch(first && "url" in first ? first.url : "")).text()).toBe("a still");
    expect((await videoStreamById(table)(streams[0] ?? 0))?.size).toEqual(size);
  });

  test("cuts a still only once for each time, width and box", async () => {
    const stream = await addStream();
    const [one, two] = [await addLabel(stream, 0, 1000, [0, 1000]), await addLabel(stream, 0, 0, [0])];
    const { ask, jobs } = endpoint();
    const item = { videostream: stream, time: at(0) };
    const items = [
      item,
      { ...item, width: 320 },
      { ...item, width: 960 },
      { ...item, crop: `label:${one}` },
      { ...item, crop: `label:${two}` },
      { ...item, crop: `label:${one}`, width: 320 },
      { ...item, time: at(1), width: null, crop: null },
      item,
    ];
    const pathsOf = (results: Results) =>
      results.map((result) => ("url" in result ? new URL(result.url).pathname.replace(/\D+/, "") : ""));
    const paths = pathsOf(await ask(items));
    // Both labels have the same box.
    expect(paths.map((each) => paths.indexOf(each))).toEqual([0, 1, 2, 3, 3, 5, 6, 0]);
    expect(pathsOf(await ask(items, "annotator"))).toEqual(paths);
    expect(jobs.map(({ stills }) => stills.length)).toEqual([6]);
  });

  test("reads fifty existing stills with one BatchGetItem, in addition to the one for streams", async () => {
    const stream = await addStream();
    const items = Array.from({ length: 50 }, (_, i) => ({ videostream: stream, time: at(i * 10) }));
    const record = await videoStreamById(table)(stream);
    const cuts = items.map((_, i) => record && excerptDigest(record, { kind: "still", atMs: i * 10 }));
    await transact(
      table,
      cuts.flatMap((cut, i) => claimUnique("cut", i + 1, cut, "taken")),
    );
    const { ask, jobs } = endpoint();
    meter.reset();
    expect(new Set(shapesOf(await ask(items)))).toEqual(new Set(["still"]));
    expect(jobs).toEqual([]);
    expect(Object.fromEntries(meter.requests)).toEqual({ BatchGetItem: 2 });
    expect(meter.rcu).toBe(51);
  });

  test("returns a problem for each invalid item and cuts the other stills", async () => {
    const [stream, other] = [await addStream(), await addStream()];
    const [label, boxless] = [await addLabel(other, 0, 0, [0]), await addLabel(stream, 0, 0)];
    const tooLate = (_: string, { atMs }: Still) =>
      atMs === 500 ? new ExtractionError("past-the-end", "It ends.", 400) : undefined;
    const item = { videostream: stream, time: at(0) };
    const results = await endpoint(tooLate).ask([
      item,
      { ...item, videostream: 999 },
      { ...item, time: at(9001) },
      { ...item, crop: "label:999" },
      { ...item, crop: `label:${label}` },
      { ...item, crop: `label:${boxless}` },
      { ...item, time: at(500) },
    ]);
    const faults = results.map((result) => ("problem" in result ? result.problem.errors?.[0] : undefined));
    expect(faults).toEqual([
      undefined,
      { pointer: "/body/items/1/videostream", detail: "There is no video stream 999." },
      { pointer: "/body/items/2/time", detail: expect.stringContaining("00:00:09.000 long") },
      { pointer: "/body/items/3/crop", detail: `There is no annotation 999 of video stream ${stream}.` },
      { pointer: "/body/items/4/crop", detail: `There is no annotation ${label} of video stream ${stream}.` },
      { pointer: "/body/items/5/crop", detail: `Annotation ${boxless} has no box.` },
      { pointer: "/body/items/6/time", detail: expect.stringContaining("00:00:00.400 long") },
    ]);
    expect(shapesOf(results).filter((shape) => shape === "still").length).toBe(1);
  });

  test("continues with the next stream if a video cannot be read", async () => {
    const [broken, whole] = [await addStream("https://video.example/broken"), await addStream()];
    const { ask } = endpoint();
    const results = await ask([broken, whole].map((videostream) => ({ videostream, time: at(0) })));
    expect(shapesOf(results)).toEqual([422, "still"]);
  });

  test("returns pending for stills that it had no time to cut", async () => {
    const stream = await addStream();
    const items = [0, 100].map((ms) => ({ videostream: stream, time: at(ms) }));
    const outOfTime = (_: string, { atMs }: Still) =>
      atMs === 100 ? new ExtractionError("out-of-time", "Others used the time.") : undefined;
    expect(shapesOf(await endpoint(outOfTime).ask(items))).toEqual(["still", "pending"]);
    // The first still could use all the time, so a retry would fail, too.
    const slow = [300, 400, 500].map((ms) => ({ videostream: stream, time: at(ms) }));
    const allOutOfTime = () => new ExtractionError("out-of-time", "It takes long.");
    expect(shapesOf(await endpoint(allOutOfTime).ask(slow))).toEqual([503, "pending", "pending"]);
    const { ask, jobs } = endpoint();
    expect(shapesOf(await withTimeLeft(20_000, () => ask(items)))).toEqual(["still", "pending"]);
    expect(jobs).toEqual([]);
  });

  test("leaves no file if the stream is deleted at the same time, and the clean-up removes earlier stills", async () => {
    const [stream, other] = [await addStream(), await addStream()];
    const drop = (id: number) => requests(table).drop({ params: { id }, ifMatch: undefined });
    const { ask, objects } = endpoint();
    expect(shapesOf(await ask([{ videostream: other, time: at(0), width: 320 }]))).toEqual(["still"]);
    await drop(other);
    const record = await videoStreamById(table)(stream);
    await drop(stream);
    const store = cutStore({
      findCut: mediaByCut(table),
      media: mediaWriter(table),
      objects,
      nowMs: Date.now,
    });
    const still = { kind: "still", atMs: 0 } as const;
    if (record)
      expect(await store.record(await store.put(record, still, { file, sizeBytes: 7 }))).toBeUndefined();
    await runCleanUp(table, objects, { nowMs: () => Date.now() + 2 * 3_600_000 });
    expect(await storedMedia(table, s3.client, BUCKET)).toEqual({ records: [], files: [], tasks: [] });
  });
});
