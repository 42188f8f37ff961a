import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromInput, toInput } from "../../../../web/screens/upload/local-input.ts";
import { sameCorrection, withOddStart } from "../../../../web/screens/upload/odd-starts.ts";
import { nextToRun, type State } from "../../../../web/screens/upload/order.ts";
import { type Chosen, isReady, isStart, planFile, type Said } from "../../../../web/screens/upload/plan.ts";

const cameras = [
  { id: 1, name: "Weir", timeZone: "+02:00" },
  { id: 2, name: "Ridge", timeZone: undefined },
];
const said: Said = { cameras: new Map(), starts: new Map(), timeZone: undefined, mp4Clock: "utc" };
const modifiedMs = Date.parse("2026-03-02T00:00:00Z");
const chosen = (path: string, more: Partial<Chosen> = {}): Chosen => ({
  ...{ id: 5, path, file: new File([], "a", { lastModified: modifiedMs }) },
  ...{ kind: { kind: "video", type: "video/mp4" }, recorded: undefined, video: undefined, before: undefined },
  ...more,
});
const plan = (file: Chosen, more: Partial<Said> = {}) => {
  const planned = planFile(file, { ...said, ...more }, cameras);
  const { start } = planned;
  const [time, from] = isStart(start) ? [new Date(start.ms).toISOString(), start.from] : [undefined, start];
  return [planned.camera?.name, time, from, isReady(planned)];
};
const mp4 = { from: "mp4", localMs: Date.parse("2026-03-01T06:30:00Z"), offsetMinutes: 0 } as const;
const exif = { from: "exif", localMs: Date.parse("2026-03-01T06:30:00Z") } as const;

describe("a file", () => {
  test.each([
    ["has the camera of its folder", plan(chosen("cards/weir/a.mp4", { recorded: mp4 }))],
    [
      "has the camera that is chosen",
      plan(chosen("x/a.mp4", { recorded: mp4 }), { cameras: new Map([["x", 1]]) }),
    ],
  ])("%s", (_, planned) => {
    expect(planned).toEqual(["Weir", "2026-03-01T06:30:00.000Z", "metadata", true]);
  });

  test("waits for the choice of a camera if its folder has no camera's name", () => {
    expect(plan(chosen("x/a.mp4"))).toEqual([undefined, "2026-03-02T00:00:00.000Z", "file time", false]);
  });

  test("has its time by the camera's clock if the person chooses so", () => {
    const file = chosen("weir/a.mp4", { recorded: mp4 });
    expect(plan(file, { mp4Clock: "camera" })).toEqual([
      "Weir",
      "2026-03-01T04:30:00.000Z",
      "metadata",
      true,
    ]);
  });

  test("waits for the choice of a time zone if neither the file nor its camera has one", () => {
    expect(plan(chosen("ridge/a.jpg", { recorded: exif }))).toEqual(["Ridge", undefined, "no zone", false]);
    const [, start] = plan(chosen("ridge/a.jpg", { recorded: exif }), { timeZone: "-03:00" });
    expect(start).toBe("2026-03-01T09:30:00.000Z");
  });

  test("starts at the time that the person chose, even if the file has another time", () => {
    const starts = new Map([[5, 1000]]);
    expect(plan(chosen("weir/a.mp4", { recorded: mp4 }), { starts })).toEqual([
      ...["Weir", "1970-01-01T00:00:01.000Z", "person", true],
    ]);
  });

  test("keeps the choices made for it if its upload has begun", () => {
    const before = { camera: 2, startMs: 2000 };
    const file = chosen("weir/a.mp4", { recorded: mp4, before });
    expect(plan(file)).toEqual(["Ridge", "1970-01-01T00:00:02.000Z", "before", true]);
    // With another camera, it is another upload.
    const cameras = new Map([["weir", 1]]);
    expect(plan(file, { cameras })).toEqual(["Weir", "2026-03-01T06:30:00.000Z", "metadata", true]);
  });
});

describe("a clock that was wrong", () => {
  const nowMs = Date.parse("2026-03-02T12:00:00Z");
  const taken = (id: number, localTime: string, more: Partial<Chosen> = {}) =>
    chosen(`weir/${id}.jpg`, { id, recorded: { from: "exif", localMs: Date.parse(localTime) }, ...more });
  const files = [
    taken(1, "1970-01-01T00:30:00Z"),
    taken(2, "2000-01-01T00:30:00Z"),
    taken(3, "2000-01-02T00:30:00Z"),
    taken(4, "2026-03-01T06:30:00Z"),
    taken(5, "2090-01-01T00:00:00Z"),
    taken(6, "2000-01-02T00:40:00Z", { before: { camera: 1, startMs: 2000 } }),
  ];
  const planned = (starts: ReadonlyMap<number, number> = new Map()) =>
    files.map((file) => planFile(file, { ...said, starts }, cameras));

  test("gives no start outside the years 1970 to 9999, until the person types one", () => {
    const [first] = planned();
    expect(first && [first.start, isReady(first)]).toEqual([{ outside: "EXIF", ms: -5_400_000 }, false]);
    const [corrected] = planned(new Map([[1, nowMs]]));
    expect(corrected && isReady(corrected)).toBe(true);
  });

  test("is warned about for starts before 2001 and in the future", () => {
    expect(withOddStart(planned(), nowMs).map(({ chosen: { id } }) => id)).toEqual([2, 3, 5, 6]);
  });

  test("is corrected for the other odd starts by the same time", () => {
    expect(sameCorrection(planned(), nowMs).size).toBe(0);
    const corrected = new Map([[2, Date.parse("2026-02-01T06:00:00Z")]]);
    const others = sameCorrection(planned(corrected), nowMs);
    expect([...others].map(([id, ms]) => [id, new Date(ms).toISOString()])).toEqual([
      [3, "2026-02-02T06:00:00.000Z"],
    ]);
    // After a usual start was corrected, the odd ones are offered no correction.
    expect(sameCorrection(planned(new Map([[4, nowMs]])), nowMs).size).toBe(0);
  });
});

test("the input shows a time by the camera's clock, and parses it again", () => {
  const zones = fc.constantFrom(undefined, "+05:45", "-03:00", "Africa/Johannesburg", "Pacific/Auckland");
  const seconds = fc.integer({ min: 86_400, max: 4_000_000_000 });
  fc.assert(
    fc.property(seconds, zones, (second, zone) => {
      const shown = toInput(second * 1000, zone);
      const ms = fromInput(shown, zone) ?? 0;
      // A time that occurs twice, because clocks go back, means the first occurrence.
      expect(toInput(ms, zone)).toBe(shown);
      expect([0, 3_600_000]).toContain(second * 1000 - ms);
    }),
  );
  expect(["", "nonsense", "1969-12-31T00:00:00"].map((text) => fromInput(text, undefined))).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test("small files are sent first, six at once, and then large files, one at a time", () => {
  const [small, large] = [2 ** 20, 2 ** 25];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(small, large), { maxLength: 20 }),
      fc.infiniteStream(fc.nat(5)),
      (sizes, picks) => {
        type Waiting = { readonly bytes: number; readonly state: { value: State } };
        const uploads: Waiting[] = sizes.map((bytes) => ({ bytes, state: { value: { kind: "waiting" } } }));
        const isRunning = ({ state }: Waiting) => state.value.kind === "sending";
        const order: number[] = [];
        for (;;) {
          for (let next = nextToRun(uploads); next !== undefined; next = nextToRun(uploads)) {
            next.state.value = { kind: "sending" };
            order.push(next.bytes);
          }
          const running = uploads.filter(isRunning);
          const largeOnes = running.filter(({ bytes }) => bytes === large);
          expect(running.length).toBeLessThanOrEqual(largeOnes.length > 0 ? 1 : 6);
          const [pick = 0] = picks.take(1);
          const ending = running[pick % Math.max(1, running.length)];
          if (ending === undefined) break;
          ending.state.value = { kind: "imported", stream: 1 };
        }
        expect(order).toEqual(sizes.toSorted((a, b) => a - b));
      },
    ),
  );
});
