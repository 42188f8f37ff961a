import { describe, expect, test } from "vitest";
import type { Outcome, Request } from "../../camera-site/link/service-client.mjs";
import { readProblem } from "../../camera-site/link/service-client.mjs";
import { clipService } from "../support/clip-service.ts";
import { memoryDisk } from "../support/memory-disk.ts";
import { busy, done, rejected, siteOnMemory } from "../support/site-on-memory.ts";

const video = "A video of 35 letters, in four parts";
const body = {
  filename: "0630.mp4",
  type: "video/mp4",
  capturesource: 1,
  startTime: "2026-03-01T06:30:00.000Z",
};

function write(disk: ReturnType<typeof memoryDisk>, file: string, text: string): void {
  const descriptor = disk.fs.openSync(file, "w");
  disk.fs.writeSync(descriptor, Buffer.from(text));
  disk.fs.closeSync(descriptor);
}

/** Creates a site whose recorder has finished a clip. An outcome from `rule` replaces the answer of the service. */
function siteWithClip(rule: (request: Request) => Outcome | undefined = () => undefined) {
  const disk = memoryDisk();
  const service = clipService(() => disk.fs);
  const restart = () =>
    siteOnMemory((request) => rule(request) ?? service.answer(request), service.files, disk);
  const site = restart();
  write(disk, "/0630.mp4", video);
  site.queue.recordClip("clip", "/0630.mp4", body);
  return { ...site, site, service, restart };
}
const onUploads = ({ path }: Request) => path.startsWith("/uploads");

describe("a clip", () => {
  test("is sent once, in parts, and leaves no file behind", async () => {
    const { site, service, lines, filesIn, disk } = siteWithClip();
    disk.fs.unlinkSync("/0630.mp4");
    await site.sendDue();
    expect(service.clips).toEqual([video]);
    expect(service.arrived).toEqual(["1/1", "1/2", "1/3", "1/4"]);
    expect(lines()).toEqual([
      "POST /uploads",
      "GET /uploads/1",
      ...Array.from({ length: 4 }, () => "POST /uploads/1/parts"),
      "POST /uploads/1/completion",
    ]);
    expect(filesIn("/q/streams/clip")).toEqual(["recorded-1000.json"]);
    expect(site.waiting()).toEqual([]);
  });

  test("waits for all events of other streams, and its detections wait for it", async () => {
    const { site, lines, service } = siteWithClip();
    site.detect("clip");
    site.start("zoo");
    site.detect("zoo");
    site.end("zoo");
    await site.sendDue();
    expect(lines().slice(0, 4)).toEqual([
      "POST /videostreams/live",
      "POST /annotations/batch",
      "PATCH /videostreams/1/live",
      "POST /uploads",
    ]);
    expect(lines().slice(-2)).toEqual(["POST /uploads/1/completion", "POST /annotations/batch"]);
    expect(JSON.stringify(site.sent.at(-1)?.body)).toContain('"videostreamId":1000');
    expect(service.clips).toEqual([video]);
  });

  test("waits for an event that is recorded between two of its parts", async () => {
    const { site, lines } = siteWithClip();
    for (let i = 0; i < 3; i++) expect(await site.sendClip()).toBe(true);
    site.start("zoo");
    expect(await site.sendClip()).toBe(false);
    await site.sendDue();
    expect(lines().filter((line) => !line.includes("/parts"))).toEqual([
      "POST /uploads",
      "GET /uploads/1",
      "POST /videostreams/live",
      "POST /uploads/1/completion",
    ]);
  });

  test("stops waiting for events that the service fails to accept", async () => {
    const { site, service } = siteWithClip(({ path }) =>
      path === "/videostreams/live" ? busy("request") : undefined,
    );
    site.start("zoo");
    for (let tries = 0; tries < 4; tries++) {
      await site.sendDue();
      expect(service.clips).toEqual([]);
      site.nowMs += 30_000;
    }
    await site.sendDue();
    expect(service.clips).toEqual([video]);
  });

  test("is recorded once, and only if its file exists and is not empty", () => {
    const { queue, disk } = siteWithClip();
    queue.recordClip("clip", "/0630.mp4", body);
    write(disk, "/empty.mp4", "");
    expect(() => queue.recordClip("b", "/empty.mp4", body)).toThrow("/empty.mp4 is empty.");
    expect(() => queue.recordClip("b", "/none.mp4", body)).toThrow(/^NOT recorded: ENOENT/);
    expect(() => queue.recordClip("clip", "/0630.mp4", { ...body, filename: "b.mp4" })).toThrow(
      "Another recording has the name clip.",
    );
    expect(() => queue.recordEnd("clip", "2026-03-01T07:00:00.000Z")).toThrow("clip is a finished recording");
  });
});

describe("the upload of a clip continues", () => {
  test("after a restart, with the missing parts", async () => {
    const { site, service, restart } = siteWithClip();
    for (let i = 0; i < 4; i++) await site.sendClip();
    expect(service.arrived).toEqual(["1/1", "1/2"]);
    await restart().sendDue();
    expect(service.arrived).toEqual(["1/1", "1/2", "1/3", "1/4"]);
    expect(service.clips).toEqual([video]);
  });

  test.each([
    ["request to begin", "POST", /^\/uploads$/],
    ["request for its state", "GET", /^\/uploads\/1$/],
    ["request for the URL of a part", "POST", /parts$/],
    ["request for completion", "POST", /completion$/],
  ])("when the response to the %s is lost", async (_, method, path) => {
    let lost = 0;
    const made = siteWithClip((request) => {
      if (request.method !== method || !path.test(request.path) || lost++ > 0) return undefined;
      made.service.answer(request);
      return busy("link");
    });
    const { site, service } = made;
    await site.sendDue();
    expect(site.waiting()).toEqual(["clip clip"]);
    site.nowMs += 1000;
    await site.sendDue();
    expect([service.clips, service.uploads.size]).toEqual([[video], 1]);
    expect(site.waiting()).toEqual([]);
  });

  test("when a part is lost", async () => {
    const { site, service } = siteWithClip();
    const { putPart } = service.files;
    const failures: (number | Error)[] = [new Error("cut"), 503, 403, 0];
    service.files.putPart = async (part) => {
      const failure = failures.pop();
      if (failure instanceof Error) throw failure;
      return failure ?? putPart(part);
    };
    for (let tries = 0; tries < 5; tries++) {
      await site.sendDue();
      site.nowMs += 30_000;
    }
    expect(service.clips).toEqual([video]);
    expect(site.logged.filter((line) => line.includes("part 1 did not arrive"))).toHaveLength(4);
  });

  test("as another upload, with a key of its own, when the first one has ended", async () => {
    const { site, service } = siteWithClip();
    for (let i = 0; i < 4; i++) await site.sendClip();
    service.end(1);
    for (let tries = 0; tries < 3; tries++) {
      await site.sendDue();
      site.nowMs += 30_000;
    }
    expect(service.clips).toEqual([video]);
    const [first = "", second = ""] = service.uploads.keys();
    expect([first.slice(-2), second.slice(-2)]).toEqual(["-0", "-1"]);
  });

  test("when the storage has lost a part", async () => {
    const { site, service } = siteWithClip();
    for (let i = 0; i < 6; i++) await site.sendClip();
    expect(service.arrived).toHaveLength(4);
    [...service.uploads.values()][0]?.parts.delete(2);
    await site.sendDue();
    site.nowMs += 30_000;
    await site.sendDue();
    expect(service.arrived.at(-1)).toBe("1/2");
    expect(service.clips).toEqual([video]);
  });

  test("until the service has joined its parts", async () => {
    let joining = 2;
    const { site, service } = siteWithClip(({ path }) =>
      path.endsWith("completion") && joining-- > 0 ? done({ status: "joining" }, 5000) : undefined,
    );
    await site.sendDue();
    site.nowMs += 4000;
    await site.sendDue();
    expect(joining).toBe(1);
    site.nowMs += 5000;
    await site.sendDue();
    site.nowMs += 30_000;
    await site.sendDue();
    expect(service.clips).toEqual([video]);
    expect(service.arrived).toHaveLength(4);
  });

  test("and ends with the existing stream when the capture source has the same file already", async () => {
    const { site, service, filesIn } = siteWithClip();
    site.queue.recordClip("copy", "/0630.mp4", body);
    await site.sendDue();
    expect(service.clips).toEqual([video]);
    expect(filesIn("/q/streams/copy")).toEqual(["recorded-1000.json"]);
  });

  test("after the pause that a reached quota requires, and events are sent meanwhile", async () => {
    let quota = busy("link", 3_600_000);
    const { site, service } = siteWithClip((request) =>
      onUploads(request) && quota.kind === "retry" ? quota : undefined,
    );
    await site.sendDue();
    site.start("zoo");
    site.nowMs += 1000;
    await site.sendDue();
    expect(site.waiting()).toEqual(["clip clip"]);
    site.nowMs += 3_700_000;
    await site.sendDue();
    expect(site.logged.filter((line) => line.startsWith("Clips wait: "))).toHaveLength(1);
    quota = done();
    await site.sendDue();
    expect(service.clips).toEqual([]);
    site.nowMs += 3_700_000;
    await site.sendDue();
    expect(service.clips).toEqual([video]);
  });

  test("after the key was refused, or the address was wrong", async () => {
    const answers: Outcome[] = [{ kind: "blocked", reason: "401" }, rejected(404, "No such path.")];
    const { site, service } = siteWithClip((request) => (onUploads(request) ? answers.pop() : undefined));
    for (let tries = 0; tries < 3; tries++) {
      await site.sendDue();
      site.nowMs += 30_000;
    }
    expect(service.clips).toEqual([video]);
    expect([...service.uploads.keys()][0]).toMatch(/-0$/);
  });
});

describe("a clip is set aside", () => {
  test("with its detections and the reason when the service cannot read it", async () => {
    const { site, service, filesIn } = siteWithClip(({ path }) =>
      path.endsWith("completion") ? rejected(422, "The file is not a video.") : undefined,
    );
    site.detect("clip");
    await site.sendDue();
    expect(site.logged.at(-1)).toBe("clip: its clip was set aside: The file is not a video.");
    expect(filesIn("/q/rejected/clip").toSorted()).toEqual([
      expect.stringMatching(/^0+1-detection-/),
      "clip",
      "clip-0-1.json",
    ]);
    expect(service.clips).toEqual([]);
  });

  test("when its file has changed", async () => {
    const { site, disk } = siteWithClip();
    write(disk, "/q/streams/clip/clip", "shorter");
    await site.sendDue();
    expect(site.logged.at(-1)).toMatch(/its length has changed/);
  });
});

describe("the disk", () => {
  test("may be full: no new clip is recorded, but the recorded clips are sent", async () => {
    const { site, service, disk } = siteWithClip();
    disk.bytesLeft = 0;
    expect(() => site.queue.recordClip("b", "/0630.mp4", body)).toThrow("NOT recorded: the disk is full");
    expect(site.filesIn("/q/tmp")).toEqual([]);
    await site.sendDue();
    expect(service.clips).toEqual([video]);
  });

  test.each([true, false])(
    "may lose power at any step without losing or doubling a clip (unsynchronised changes survive: %s)",
    async (survives) => {
      let cuts = 0;
      for (let steps = 1; ; steps++) {
        const before = memoryDisk();
        let disk = before;
        const service = clipService(() => disk.fs);
        const boot = () => siteOnMemory(service.answer, service.files, disk);
        write(disk, "/0630.mp4", video);
        disk.fs.fsyncSync(disk.fs.openSync("/", "r"));
        disk.stepsLeft = steps;
        let isRecorded = false;
        try {
          const site = boot();
          site.queue.recordClip("clip", "/0630.mp4", body);
          isRecorded = true;
          await site.sendDue();
        } catch (error) {
          if (!before.isOff()) throw error;
        }
        if (!before.isOff()) break;
        cuts += 1;
        disk = before.afterPowerCut(() => survives);
        const site = boot();
        if (!isRecorded) {
          // The power cut has removed the recorder's own file, too.
          write(disk, "/0630.mp4", video);
          site.queue.recordClip("clip", "/0630.mp4", body);
        }
        for (let tries = 0; tries < 3; tries++) {
          await site.sendDue();
          site.nowMs += 400_000;
        }
        expect([steps, service.clips, site.waiting()]).toEqual([steps, [video], []]);
      }
      expect(cuts).toBeGreaterThan(20);
    },
  );
});

test("readProblem() returns the id of the stream that has the same file already", () => {
  const problem = { type: "about:blank", detail: "It is there.", videostream: 7 };
  expect(readProblem(409, problem)).toMatchObject({ videostream: 7 });
  expect(readProblem(409, { ...problem, videostream: "7" })).not.toHaveProperty("videostream");
});
