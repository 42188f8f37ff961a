import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { formatOffset } from "../../shared/domain/time/media-offset.ts";
import type { Row } from "../../web/labels/label.ts";
import type { Box } from "../../web/picture/view.ts";
import { openApi } from "../support/api/api.ts";
import { below, seededRandom } from "../support/seeded-random.ts";
import type {} from "../support/stack/serve.ts";
import { writeVideo } from "../support/video/write-video.ts";
import { hasBrowser, launch, newTab } from "./support/browser.ts";
import { fingersOn } from "./support/fingers.ts";
import { boxOn, phone, placesOn, tooWide } from "./support/phone.ts";
import { uploadVideo } from "./support/upload-video.ts";

const size = { width: 1920, height: 1080 };
const frameMs = 40;
const boxes = 20;
const gestures = 50;

/** Pixels of the picture within which a side must be. A pixel of the screen is 5.4 of them. */
const tolerance = 4;

describe.skipIf(!hasBrowser)("labelling 1080p with fingers on a phone", { shuffle: false }, () => {
  const api = openApi();
  const folder = mkdtempSync(path.join(tmpdir(), "touch-"));
  let browser: Browser;
  let page: Page;
  let token = "";
  let stream = 0;
  let fingers: Awaited<ReturnType<typeof fingersOn>>;
  let at: Awaited<ReturnType<typeof placesOn>>;

  beforeAll(async () => {
    browser = await launch();
    const timesMs = Array.from({ length: boxes + 5 }, (_, n) => n * frameMs);
    const file = path.join(folder, "a.mp4");
    await writeVideo(file, { codec: "h264", format: "mp4", timesMs, ...size });
    const curator = await api.userWith("curator");
    token = curator.token;
    const source = { name: `Phone ${crypto.randomUUID()}`, location: "1,2", camera_hardware: "" };
    const capturesource = (await call("POST", "/capturesources", source)).id;
    const startTime = "2026-03-01T06:00:00Z";
    stream = await uploadVideo(call, readFileSync(file), { capturesource, startTime });
    ({ page } = await newTab(browser, phone));
    const { signInLink } = JSON.parse(readFileSync(`${inject("service").dataDir}/running.json`, "utf8"));
    await page.goto(signInLink);
    await page.getByLabel("Or sign in with an e-mail address").fill(curator.email);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: ": account" }).waitFor();
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/streams/${stream}`);
    await isAt(0);
    fingers = await fingersOn(page);
    at = await placesOn(page, size);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const isAt = (frame: number) =>
    page.locator(".where b", { hasText: formatOffset(frame * frameMs) }).waitFor();

  /**
   * Taps a button until the tap has an effect: Chromium drops a tap on a page that still scrolls, and some of those that
   * follow a stroke within a tenth of a second.
   */
  async function tap(name: string, isDone: () => Promise<boolean>): Promise<void> {
    const tapped = async () => {
      if (!(await isDone())) await button(name).tap();
      return isDone();
    };
    await expect.poll(tapped, { interval: 500 }).toBe(true);
  }
  const turnDraw = (isOn: boolean) =>
    tap("Draw", async () => (await button("Draw").getAttribute("aria-pressed")) === String(isOn));
  async function save(): Promise<void> {
    await tap("Save", async () => (await page.locator(".naming").count()) === 1);
    await tap("Name it later", async () => (await page.locator(".naming").count()) === 0);
  }

  const call = async (method: string, to: string, body?: object) =>
    (await api.call(method, to, { token, body })).body;
  const labels = async (): Promise<readonly Row[]> =>
    (await call("GET", `/annotations?videostream=${stream}&shape=full&limit=100`)).results;

  test(`none of ${gestures} pinches and scrolls makes a label, a draft or a step to undo`, async () => {
    const random = seededRandom(1);
    const place = () => at({ x: below(random, size.width), y: below(random, size.height) });
    for (let n = 0; n < gestures; n += 1) {
      const isPinch = n % 2 === 0;
      // A pinch with "Draw" on begins as a drawing, with the first finger moving before the second arrives.
      const isArmed = isPinch && n % 4 === 0;
      if (isArmed) await turnDraw(true);
      const [a, b, c, d] = [place(), place(), place(), place()];
      if (isArmed && n % 8 === 0) await fingers.hold([a], [b]);
      if (isPinch) await fingers.touch([b, c], [a, c], [a, d], [c, d]);
      else await fingers.touch([a], [b], [c]);
      expect(await button("Discard").count(), `gesture ${n}`).toBe(0);
      expect(await page.locator(".loupe").count(), `gesture ${n}`).toBe(0);
      if (isArmed) await turnDraw(false);
      await page.evaluate(() => scrollTo(0, 0));
    }
    expect(await button("Undo").isDisabled()).toBe(true);
    expect(await page.getByRole("application").count()).toBe(0);
    expect(await labels()).toEqual([]);
    await page.keyboard.press("0");
  });

  test(`saves each of ${boxes} boxes where the finger drew it`, async () => {
    const random = seededRandom(2);
    const drawn: Box[] = [];
    for (let n = 0; n < boxes; n += 1) {
      await isAt(n);
      const [width, height] = [40 + below(random, 1200), 40 + below(random, 700)];
      const [x1, y1] = [below(random, size.width - width), below(random, size.height - height)];
      drawn.push({ x1, y1, x2: x1 + width - 1, y2: y1 + height - 1 });
      const [from, to] = [at({ x: x1, y: y1 }), at({ x: x1 + width, y: y1 + height })];
      // A touch screen reports whole pixels. The next one is the nearest place that a finger can have.
      const [a, b] = [from, to].map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
      if (!a || !b) throw new Error("There are two corners.");
      const [start, end] = n % 2 === 0 ? [a, b] : [b, a];
      await turnDraw(true);
      await fingers.touch([start], [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }], [end]);
      await save();
      await tap("One frame on", () =>
        page.locator(".where b", { hasText: formatOffset((n + 1) * frameMs) }).isVisible(),
      );
      expect(await tooWide(page)).toBe(0);
    }
    await expect.poll(async () => (await labels()).length).toBe(boxes);
    const saved = (await labels()).toSorted((a, b) => a.start.localeCompare(b.start));
    for (const [n, { keypoints, start }] of saved.entries()) {
      expect(start).toBe(formatOffset(n * frameMs));
      for (const side of ["x1", "y1", "x2", "y2"] as const) {
        const off = Math.abs((keypoints[0]?.box[side] ?? 0) - (drawn[n]?.[side] ?? 0));
        expect(off, `${side} of box ${n}`).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  test("moves a corner to the exact pixel by the arrow buttons", async () => {
    await isAt(boxes);
    await turnDraw(true);
    await fingers.touch([at({ x: 400, y: 300 })], [at({ x: 900, y: 500 })], [at({ x: 1203, y: 801 })]);
    const before = await boxOn(page);
    if (!before) throw new Error("There is no box.");
    const after = { ...before, x2: before.x2 + 1, y2: before.y2 - 1 };
    await tap("Right", async () => (await boxOn(page))?.x2 === after.x2);
    await tap("Up", async () => (await boxOn(page))?.y2 === after.y2);
    expect(await boxOn(page)).toEqual(after);
    await save();
    await expect
      .poll(
        async () =>
          (await labels()).find(({ start }) => start === formatOffset(boxes * frameMs))?.keypoints[0]?.box,
      )
      .toEqual(after);
  });
});
