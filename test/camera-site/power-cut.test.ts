import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openOutbox } from "../../camera-site/queue/outbox.mjs";
import { openQueue } from "../../camera-site/queue/queue.mjs";
import { memoryDisk } from "../support/memory-disk.ts";

type Disk = ReturnType<typeof memoryDisk>;

const start = { stream_url: "s3://b/1", capturesource: 1, startTime: "2026-03-01T06:00:00.000Z" };
const end = "2026-03-01T07:00:00.000Z";

/** Actions of a recorder and of the sender. "detect" is there twice so that it is drawn more often. */
const actions = [
  "start",
  "detect",
  "detect",
  "end",
  "start sent",
  "detections sent",
  "end sent",
  "set aside",
  "set stream aside",
] as const;
const anyStep = fc.record({ stream: fc.constantFrom("a", "b"), action: fc.constantFrom(...actions) });
type Step = { readonly stream: string; readonly action: (typeof actions)[number] };

/**
 * Expected content of the queue: events in it and events that have left it, as `<stream> <event>`. The event of an
 * operation that did not return is in doubt.
 */
function newModel() {
  return {
    waiting: new Set<string>(),
    left: new Set<string>(),
    inDoubt: new Set<string>(),
    detections: 0,
  };
}

/** Performs the action if the state of the stream allows it. */
function perform(disk: Disk, { stream, action }: Step, model: ReturnType<typeof newModel>): void {
  const [queue, outbox] = [openQueue("/q", disk.fs), openOutbox("/q", disk.fs)];
  const known = outbox.streams().find(({ name }) => name === stream);
  const [next] = known?.waiting ?? [];
  const read = (file: string) => nameOf(stream, file, outbox.read(stream, file)?.body);
  const records = (event: string, record: () => void) => {
    model.inDoubt.add(`${stream} ${event}`);
    record();
    model.inDoubt.delete(`${stream} ${event}`);
    model.waiting.add(`${stream} ${event}`);
  };
  const removes = (events: readonly string[], remove: () => void) => {
    for (const event of events) model.inDoubt.add(event);
    remove();
    for (const event of events) {
      model.inDoubt.delete(event);
      model.waiting.delete(event);
      model.left.add(event);
    }
  };
  if (action === "start" && !model.waiting.has(`${stream} start`) && !model.left.has(`${stream} start`)) {
    records("start", () => queue.recordStart(stream, start));
  }
  if (known === undefined) return;
  if (action === "detect") {
    const n = String(++model.detections);
    records(n, () => queue.recordDetection(stream, { n }));
  }
  if (action === "end" && !known.ended && !known.waiting.some(({ kind }) => kind === "end")) {
    records("end", () => queue.recordEnd(stream, end));
  }
  if (next === undefined) return;
  if (action === "start sent" && next.kind === "start") {
    removes([`${stream} start`], () => outbox.accepted(stream, "start", 7));
  }
  const detections = known.waiting.filter(({ kind }) => kind === "detection").map(({ file }) => file);
  if (action === "detections sent") removes(detections.map(read), () => outbox.sent(stream, detections));
  if (action === "end sent" && next.kind === "end") {
    removes([`${stream} end`], () => outbox.ended(stream, next.file));
  }
  if (action === "set aside" && next.kind === "detection") {
    removes([read(next.file)], () => outbox.setAside(stream, next.file, "no"));
  }
  if (action === "set stream aside" && next.kind === "start") {
    removes(
      known.waiting.map(({ file }) => read(file)),
      () => outbox.setStreamAside(stream, "no"),
    );
  }
}

function nameOf(stream: string, file: string, body: Readonly<Record<string, unknown>> | undefined): string {
  if (body === undefined) return `${stream} incomplete: ${file}`;
  return `${stream} ${"startTime" in body ? "start" : "endTime" in body ? "end" : body["n"]}`;
}

function waitingOn(disk: Disk): string[] {
  openQueue("/q", disk.fs);
  const outbox = openOutbox("/q", disk.fs);
  return outbox
    .streams()
    .flatMap(({ name, waiting }) =>
      waiting.map(({ file }) => nameOf(name, file, outbox.read(name, file)?.body)),
    );
}

describe("after a power cut", () => {
  test("at any byte, the queue has each recorded event once and complete, and no sent event", () => {
    const survival = fc.oneof(
      fc.constant([true]),
      fc.constant([false]),
      fc.array(fc.boolean(), { minLength: 1 }),
    );
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 12 }),
        fc.nat(1500),
        survival,
        (steps, stepsLeft, survives) => {
          const disk = memoryDisk();
          const model = newModel();
          openQueue("/q", disk.fs);
          disk.stepsLeft = stepsLeft;
          try {
            for (const step of steps) perform(disk, step, model);
          } catch (error) {
            if (!disk.isOff()) throw error;
          }
          let n = 0;
          const found = waitingOn(disk.afterPowerCut(() => survives[n++ % survives.length] ?? false));
          expect(found.toSorted()).toEqual([...new Set(found)].toSorted());
          const certain = found.filter((event) => !model.inDoubt.has(event));
          expect(certain.toSorted()).toEqual(
            [...model.waiting].filter((event) => !model.inDoubt.has(event)).toSorted(),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  test("at any step, the queue has the first recorded events, and recording all events again adds the missing ones", () => {
    const record = (disk: Disk) => {
      const queue = openQueue("/q", disk.fs);
      queue.recordStart("a", start);
      queue.recordDetection("a", { n: "1" });
      queue.recordEnd("a", end);
    };
    const uncut = memoryDisk();
    record(uncut);
    for (let steps = 0; steps < uncut.steps; steps += 1) {
      const disk = memoryDisk();
      disk.stepsLeft = steps;
      expect(() => record(disk)).toThrow("power cut");
      for (const survives of [true, false]) {
        const after = disk.afterPowerCut(() => survives);
        const found = waitingOn(after);
        expect(["a start", "a 1", "a end"].slice(0, found.length)).toEqual(found);
        // The recorder records everything again.
        record(after);
        expect(new Set(waitingOn(after))).toEqual(new Set(["a start", "a 1", "a end"]));
      }
    }
  });
});
