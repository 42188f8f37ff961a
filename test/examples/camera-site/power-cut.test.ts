import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openOutbox } from "../../../examples/camera-site/outbox.mjs";
import { openQueue } from "../../../examples/camera-site/queue.mjs";
import { memoryDisk } from "../../support/memory-disk.ts";

type Disk = ReturnType<typeof memoryDisk>;

const start = { stream_url: "s3://b/1", capturesource: 1, startTime: "2026-03-01T06:00:00.000Z" };
const end = "2026-03-01T07:00:00.000Z";

/** Something that a recorder or the sender does; the first word says to which stream. */
const acts = [
  "start",
  "detect",
  "detect",
  "end",
  "accepted",
  "sent",
  "told",
  "aside",
  "stream aside",
] as const;
const anyAct = fc.record({ stream: fc.constantFrom("a", "b"), act: fc.constantFrom(...acts) });
type Act = { readonly stream: string; readonly act: (typeof acts)[number] };

/** What is known of the queue: which events are in it, and which have left it, by `<stream> <what>`. */
function newModel() {
  return {
    waiting: new Set<string>(),
    settled: new Set<string>(),
    inDoubt: new Set<string>(),
    detections: 0,
  };
}

/** Does what can be done then; what is under way when the power is cut stays in doubt. */
function perform(disk: Disk, { stream, act }: Act, model: ReturnType<typeof newModel>): void {
  const [queue, outbox] = [openQueue("/q", disk.fs), openOutbox("/q", disk.fs)];
  const known = outbox.streams().find(({ name }) => name === stream);
  const [next] = known?.waiting ?? [];
  const read = (file: string) => nameOf(stream, file, outbox.read(stream, file)?.body);
  const records = (what: string, record: () => void) => {
    model.inDoubt.add(`${stream} ${what}`);
    record();
    model.inDoubt.delete(`${stream} ${what}`);
    model.waiting.add(`${stream} ${what}`);
  };
  const settles = (whats: readonly string[], settle: () => void) => {
    for (const what of whats) model.inDoubt.add(what);
    settle();
    for (const what of whats) {
      model.inDoubt.delete(what);
      model.waiting.delete(what);
      model.settled.add(what);
    }
  };
  if (act === "start" && !model.waiting.has(`${stream} start`) && !model.settled.has(`${stream} start`)) {
    records("start", () => queue.recordStart(stream, start));
  }
  if (known === undefined) return;
  if (act === "detect") {
    const n = String(++model.detections);
    records(n, () => queue.recordDetection(stream, { n }));
  }
  if (act === "end" && !known.ended && !known.waiting.some(({ kind }) => kind === "end")) {
    records("end", () => queue.recordEnd(stream, end));
  }
  if (next === undefined) return;
  if (act === "accepted" && next.kind === "start") {
    settles([`${stream} start`], () => outbox.accepted(stream, "start", 7));
  }
  const detections = known.waiting.filter(({ kind }) => kind === "detection").map(({ file }) => file);
  if (act === "sent") settles(detections.map(read), () => outbox.sent(stream, detections));
  if (act === "told" && next.kind === "end")
    settles([`${stream} end`], () => outbox.ended(stream, next.file));
  if (act === "aside" && next.kind === "detection") {
    settles([read(next.file)], () => outbox.setAside(stream, next.file, "no"));
  }
  if (act === "stream aside" && next.kind === "start") {
    settles(
      known.waiting.map(({ file }) => read(file)),
      () => outbox.setStreamAside(stream, "no"),
    );
  }
}

function nameOf(stream: string, file: string, body: Readonly<Record<string, unknown>> | undefined): string {
  if (body === undefined) return `${stream} torn: ${file}`;
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

describe("whenever the power is cut, at any byte,", () => {
  test("what was recorded is there once and whole, and what was sent does not come back", () => {
    const survival = fc.oneof(
      fc.constant([true]),
      fc.constant([false]),
      fc.array(fc.boolean(), { minLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 12 }), fc.nat(1500), survival, (list, steps, survives) => {
        const disk = memoryDisk();
        const model = newModel();
        openQueue("/q", disk.fs);
        disk.stepsLeft = steps;
        try {
          for (const act of list) perform(disk, act, model);
        } catch (error) {
          if (!disk.isOff()) throw error;
        }
        let n = 0;
        const found = waitingOn(disk.afterPowerCut(() => survives[n++ % survives.length] ?? false));
        expect(found.toSorted()).toEqual([...new Set(found)].toSorted());
        const certain = found.filter((what) => !model.inDoubt.has(what));
        expect(certain.toSorted()).toEqual(
          [...model.waiting].filter((what) => !model.inDoubt.has(what)).toSorted(),
        );
      }),
      { numRuns: 400 },
    );
  });

  test("every single one of a recording's steps", () => {
    const record = (disk: Disk) => {
      const queue = openQueue("/q", disk.fs);
      queue.recordStart("a", start);
      queue.recordDetection("a", { n: "1" });
      queue.recordEnd("a", end);
    };
    const whole = memoryDisk();
    record(whole);
    for (let steps = 0; steps < whole.steps; steps += 1) {
      const disk = memoryDisk();
      disk.stepsLeft = steps;
      expect(() => record(disk)).toThrow("power cut");
      for (const survives of [true, false]) {
        const after = disk.afterPowerCut(() => survives);
        const found = waitingOn(after);
        expect(["a start", "a 1", "a end"].slice(0, found.length)).toEqual(found);
        // The recorder does it again, and it is as if nothing had been.
        record(after);
        expect(new Set(waitingOn(after))).toEqual(new Set(["a start", "a 1", "a end"]));
      }
    }
  });
});
