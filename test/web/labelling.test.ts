import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Row } from "../../web/labels/label.ts";
import { openApi } from "../support/api/api.ts";
import type {} from "../support/stack/serve.ts";
import { readNumber } from "../support/video/numbered-picture.ts";
import { readJpeg } from "../support/video/read-jpeg.ts";
import { writeVideo } from "../support/video/write-video.ts";
import { hasBrowser, kept, launch, newTab, violations } from "./support/browser.ts";
import { holdBack } from "./support/hold-back.ts";
import { uploadVideo } from "./support/upload-video.ts";

/** At 29.97 frames a second, the times of frames are not whole milliseconds. */
const frameMs = 1001 / 30;
const writtenMs = (frame: number) => Math.ceil(frame * frameMs - 0.001);
const timeOf = (frame: number) => `00:00:${(writtenMs(frame) / 1000).toFixed(3).padStart(6, "0")}`;
const size = { width: 320, height: 180 };

// Each test takes several seconds, and many more on a busy machine.
describe.skipIf(!hasBrowser)("labelling a stream", () => {
  const api = openApi();
  let browser: Browser;
  /** A token of the curator. */
  let token = "";
  let startsMade = 0;
  let video = Buffer.alloc(0);
  let capturesource = 0;
  let annotator = "";
  let curator = "";
  const otter = `Otter ${crypto.randomUUID().slice(0, 8)}`;
  const folder = mkdtempSync(path.join(tmpdir(), "labelling-"));

  beforeAll(async () => {
    browser = await launch();
    ({ token, email: curator } = await api.userWith("curator"));
    ({ email: annotator } = await api.userWith("annotator"));
    const file = path.join(folder, "a.mp4");
    const timesMs = Array.from({ length: 60 }, (_, n) => n * frameMs);
    await writeVideo(file, { codec: "h264", format: "mp4", timesMs, clock: 30_000, ...size });
    video = readFileSync(file);
    await call("POST", "/species", { common_name: otter, scientific_name: `Lutra ${otter}` });
  });
  // Each test has its own camera, because some tests open the camera's next video.
  beforeEach(async () => {
    const source = { name: `Labelling ${crypto.randomUUID()}`, location: "1,2", camera_hardware: "" };
    capturesource = (await call("POST", "/capturesources", source)).id;
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Returns the link that `npm start` prints. */
  const link = () =>
    JSON.parse(readFileSync(path.join(inject("service").dataDir, "running.json"), "utf8")).signInLink;

  async function signInAs(page: Page, email: string): Promise<void> {
    await page.goto(link());
    await page.getByLabel("Or sign in with an e-mail address").fill(email);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: ": account" }).waitFor();
  }

  async function call(method: string, to: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${api.origin}/api/v1${to}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${text}`);
    return text === "" ? {} : JSON.parse(text);
  }

  /** Uploads a new stream of numbered frames. Returns its id. */
  function newStream(): Promise<number> {
    const minute = String(startsMade++).padStart(2, "0");
    return uploadVideo(call, video, { capturesource, startTime: `2026-03-05T06:${minute}:00Z` });
  }

  /** Returns the number that a still shows. */
  async function numberOf(url: string): Promise<number> {
    const file = path.join(folder, `${crypto.randomUUID()}.jpeg`);
    writeFileSync(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
    return readNumber(readJpeg(file));
  }

  async function labelsOf(stream: number): Promise<readonly Row[]> {
    const query = `videostream=${stream}&shape=full&limit=100`;
    return (await call("GET", `/annotations?${query}`)).results;
  }

  async function show(page: Page, stream: number, frame: number): Promise<void> {
    await page.evaluate(
      (to) => {
        location.hash = to;
      },
      `#/streams/${stream}?t=${timeOf(frame)}`,
    );
    await at(page, frame);
    await page.getByRole("button", { name: "Draw" }).waitFor();
  }
  /** Waits until the screen shows a stream. The address changes earlier. */
  async function isShown(page: Page, stream: number): Promise<void> {
    const { startTime } = await call("GET", `/videostreams/${stream}`);
    const minute = startTime.slice("2026-03-05T06".length, "2026-03-05T06:00".length);
    await page.getByRole("heading", { level: 1 }).filter({ hasText: minute }).waitFor();
  }
  const at = (page: Page, frame: number) =>
    page
      .locator(".where b")
      .filter({ hasText: timeOf(frame) })
      .waitFor();
  const saved = (page: Page) => page.getByText("✓ Saved").waitFor();

  /** Returns a function that converts a point of the picture to a point on the screen. */
  async function placeIn(page: Page) {
    const box = await page.getByRole("img", { name: /picture/ }).boundingBox();
    if (box === null) throw new Error("There is no picture.");
    const scale = Math.min(box.width / size.width, box.height / size.height);
    const left = box.x + (box.width - size.width * scale) / 2;
    const top = box.y + (box.height - size.height * scale) / 2;
    return (x: number, y: number) => [left + x * scale, top + y * scale] as const;
  }

  async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
    const place = await placeIn(page);
    await page.mouse.move(...place(...from));
    await page.mouse.down();
    await page.mouse.move(...place(...to), { steps: 2 });
    await page.mouse.up();
  }

  function expectNear(box: Row["keypoints"][number]["box"] | undefined, wanted: readonly number[]) {
    const sides = box ? [box.x1, box.y1, box.x2 + 1, box.y2 + 1] : [];
    expect(sides).toHaveLength(4);
    for (const [i, side] of sides.entries()) expect(Math.abs(side - (wanted[i] ?? 0))).toBeLessThanOrEqual(1);
  }

  test("saves boxes drawn by mouse, by two clicks and by keys on the frame that was shown, with their names", async () => {
    const stream = await newStream();
    const { page, context, complaints } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 7);

    // Draws a box by mouse, adds a second keypoint three frames later, and names the label by keys.
    await drag(page, [40, 30], [120, 90]);
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await at(page, 10);
    await drag(page, [60, 30], [140, 90]);
    await page.getByText("2 keypoints").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    const species = page.getByRole("combobox", { name: "What is it?" });
    await species.pressSequentially(otter);
    await page.getByRole("option", { name: otter }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: otter, level: 3 }).waitFor();

    // Draws a box by two clicks, and does not name it.
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
    await at(page, 15);
    const place = await placeIn(page);
    await page.mouse.click(...place(200, 40));
    await page.mouse.click(...place(160, 80));
    await page.keyboard.press("Enter");
    await species.press("Escape");

    // Adds a box in the middle by a key, and moves and enlarges it by keys.
    await page.keyboard.press("ArrowRight");
    await at(page, 16);
    await page.keyboard.press("d");
    const box = page.getByRole("application", { name: /New box/ });
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    const before = await box.getAttribute("aria-label");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Alt+ArrowRight");
    const [x = 0, y = 0, width = 0, height = 0] = [...(before ?? "").matchAll(/\d+/g)].map(Number);
    await page.keyboard.press("Enter");
    await species.press("Escape");
    await saved(page);

    await expect.poll(async () => (await labelsOf(stream)).length).toBe(3);
    await expect.poll(async () => (await labelsOf(stream))[0]?.identifications.length).toBe(1);
    const [byMouse, byClicks, byKeys] = await labelsOf(stream);
    expect(byMouse?.keypoints.map(({ time }) => time)).toEqual([timeOf(7), timeOf(10)]);
    expectNear(byMouse?.keypoints[0]?.box, [40, 30, 120, 90]);
    expectNear(byMouse?.keypoints[1]?.box, [60, 30, 140, 90]);
    expect(byMouse?.identifications[0]?.species.common_name).toBe(otter);
    expect(byClicks?.start).toBe(timeOf(15));
    expectNear(byClicks?.keypoints[0]?.box, [160, 40, 200, 80]);
    expect(byKeys?.start).toBe(timeOf(16));
    expectNear(byKeys?.keypoints[0]?.box, [x - 10, y + 1, x - 10 + width + 1, y + 1 + height]);

    // The service's stills at these times show these frames.
    const items = [7, 10, 15, 16].map((frame) => ({ videostream: stream, time: timeOf(frame) }));
    await expect
      .poll(async () =>
        (await call("POST", "/stills", { items })).results.every((each: object) => "url" in each),
      )
      .toBe(true);
    const { results } = await call("POST", "/stills", { items });
    const numbers = await Promise.all(results.map(({ url }: { url: string }) => numberOf(url)));
    expect(numbers).toEqual([7, 10, 15, 16]);

    // Undo reverts one step after the other, and redo restores the step that was undone last.
    for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
    await page.getByRole("heading", { name: "All labels (1)" }).waitFor();
    await expect
      .poll(async () => (await labelsOf(stream)).map(({ identifications }) => identifications.length))
      .toEqual([0]);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(async () => (await labelsOf(stream))[0]?.identifications.length).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("saves the move of a box by arrow keys on its own frame, even if the next frame is shown at once", async () => {
    const stream = await newStream();
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 7);
    await drag(page, [40, 30], [120, 90]);
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "What is it?" }).press("Escape");
    await saved(page);
    await page.getByRole("application").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press(".");
    await at(page, 8);
    await expect.poll(async () => (await labelsOf(stream))[0]?.keypoints[0]?.box.x1).toBeGreaterThan(45);
    const [label] = await labelsOf(stream);
    expect(label?.keypoints.map(({ time }) => time)).toEqual([timeOf(7)]);
    expectNear(label?.keypoints[0]?.box, [50, 30, 130, 90]);
    await context.close();
  });

  test("saves a drag of a new label that gets its id from the service meanwhile", async () => {
    const stream = await newStream();
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 7);
    const come = await holdBack(page, "**/api/v1/annotations?shape=full");
    await drag(page, [40, 30], [120, 90]);
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "What is it?" }).press("Escape");
    const place = await placeIn(page);
    await page.mouse.move(...place(80, 60));
    await page.mouse.down();
    await page.mouse.move(...place(90, 60), { steps: 2 });
    come();
    await saved(page);
    await page.mouse.move(...place(110, 60));
    await page.mouse.up();
    await expect.poll(async () => (await labelsOf(stream))[0]?.keypoints[0]?.box.x1).toBe(70);
    await context.close();
  });

  test("labels a whole video with one key, and opens the next unlabelled video with another key", async () => {
    const [first, labelled, last] = [await newStream(), await newStream(), await newStream()];
    const label = { videostreamId: labelled, timespan: { start: "00:00:00", end: "00:00:01" } };
    await call("POST", "/annotations", { ...label, observer: "a", observation: {} });
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, first, 0);
    await page.getByText("say what the whole video shows").waitFor();
    expect(await violations(page)).toEqual([]);
    // Presses the keys as fast as a person who has already watched the whole video.
    await page.keyboard.press("x");
    await page.keyboard.press("o");
    await isShown(page, last);
    await expect.poll(async () => (await labelsOf(first))[0]?.review).toBe("rejected");
    const [whole, ...more] = await labelsOf(first);
    expect(more).toEqual([]);
    expect(whole).toMatchObject({ start: "00:00:00.000", keypoints: [], bounding_box: null });
    const { startTime, endTime } = await call("GET", `/videostreams/${first}`);
    expect(Date.parse(`1970-01-01T${whole?.end}Z`)).toBe(Date.parse(endTime) - Date.parse(startTime));

    // After the newest video, the key opens the earlier ones.
    await call("DELETE", `/annotations/${whole?.id}`);
    await page.keyboard.press("o");
    await isShown(page, first);
    await page.goBack();
    await isShown(page, last);

    await page.getByRole("button", { name: "Name it" }).click();
    const species = page.getByRole("combobox", { name: "What is it?" });
    await species.pressSequentially(otter);
    await page.getByRole("option", { name: otter }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: otter, level: 3 }).waitFor();
    // Adds a label for a second kind of animal. A key then asks which of the labels is meant.
    await page.keyboard.press("w");
    await species.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("x");
    await page.getByText("Several labels are here. Click one, or press ].").waitFor();
    await page.keyboard.press("Control+z");
    await saved(page);
    await expect
      .poll(async () => (await labelsOf(last)).map(({ identifications }) => identifications[0]?.species))
      .toMatchObject([{ common_name: otter }]);
    await context.close();
  });

  /** Opens a stream with some responses held back. @returns a function that releases them */
  async function showWithout(page: Page, pattern: string, stream: number) {
    const come = await holdBack(page, pattern);
    const asked = page.waitForRequest(pattern);
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/streams/${stream}`);
    await page.getByRole("img", { name: /picture/ }).waitFor();
    await asked;
    return come;
  }

  test("applies a key to the label in the picture, even if the key is pressed before the picture arrives", async () => {
    const stream = await newStream();
    const label = { videostreamId: stream, timespan: { start: "00:00:00", end: "00:00:01" } };
    await call("POST", "/annotations", { ...label, observer: "a", observation: {} });
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    const come = await showWithout(page, "**/play", stream);
    await page.getByRole("heading", { name: "All labels (1)" }).waitFor();
    await page.keyboard.press("x");
    come();
    await expect.poll(async () => (await labelsOf(stream)).map(({ review }) => review)).toEqual(["rejected"]);
    await context.close();
  });

  test("does not treat a name that is typed before the labels arrive as keys of the screen", async () => {
    const stream = await newStream();
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    const come = await showWithout(page, "**/api/v1/annotations?**", stream);
    await page.keyboard.press("s");
    await page.keyboard.type(otter);
    come();
    const species = page.getByRole("combobox", { name: "What is it?" });
    await expect.poll(() => species.inputValue()).toBe(otter.toLowerCase());
    await page.getByRole("option", { name: otter }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: otter, level: 3 }).waitFor();
    await saved(page);
    expect(await labelsOf(stream)).toHaveLength(1);
    await context.close();
  });

  test("moves the focus with the selection, so that Enter names the selected label", async () => {
    const stream = await newStream();
    const note = (n: number) => ({ observer: "a", observation: { note: `${n}` } });
    for (let n = 0; n < 40; n++) {
      const timespan = { start: timeOf(10 + n), end: timeOf(10 + n) };
      await call("POST", "/annotations", { videostreamId: stream, timespan, ...note(n) });
    }
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 0);
    const row = (n: number) => page.locator(`.all li[aria-posinset="${n}"] .label-row`);
    const selected = page.locator(".all .label-row[aria-pressed=true]");
    const isFocused = () => selected.evaluate((element) => element === document.activeElement);
    await row(1).click();
    await page.keyboard.press("]");
    await expect.poll(() => row(2).getAttribute("aria-pressed")).toBe("true");
    expect(await isFocused()).toBe(true);
    // The last row is drawn only after the list has been scrolled to it.
    for (let n = 2; n < 40; n++) await page.keyboard.press("]");
    await expect.poll(() => row(40).getAttribute("aria-pressed")).toBe("true");
    expect(await isFocused()).toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.type("beo");
    expect(await page.getByRole("combobox", { name: "What is it?" }).inputValue()).toBe("beo");
    expect(await row(40).getAttribute("aria-pressed")).toBe("true");
    await context.close();
  });

  test("offers the species that it has read while the service does not answer, and keeps the text", async () => {
    const stream = await newStream();
    const timespan = { start: timeOf(10), end: timeOf(40) };
    await call("POST", "/annotations", {
      ...{ videostreamId: stream, timespan, observer: "a", observation: { note: "first" } },
    });
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    const { total } = await call("GET", "/species?limit=1");
    const kept = page.waitForResponse(
      `**/api/v1/species?limit=100&offset=${total - 1 - ((total - 1) % 100)}`,
    );
    await show(page, stream, 0);
    await (await kept).finished();
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("]");
    await at(page, 10);
    await context.setOffline(true);
    await page.keyboard.press("Enter");
    const box = page.getByRole("combobox", { name: "What is it?" });
    await page.keyboard.type("no such animal");
    await page.getByText("the page knows no species with this name.").first().waitFor({ timeout: 10_000 });
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("no such animal");
    await context.setOffline(false);
    await page.getByText("No species has this name.").first().waitFor({ timeout: 10_000 });

    await context.setOffline(true);
    await box.fill(otter.slice(0, -1).toUpperCase());
    await page.getByRole("option", { name: otter }).waitFor({ timeout: 10_000 });
    await page.getByText("The page knows these species from before.").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: otter, level: 3 }).waitFor();
    await context.setOffline(false);
    await saved(page);
    expect(await labelsOf(stream)).toMatchObject([
      { identifications: [{ species: { common_name: otter } }] },
    ]);
    await context.close();
  });

  test("names the label of a row by Enter, even if another label is selected", async () => {
    const stream = await newStream();
    const timespan = { start: timeOf(10), end: timeOf(40) };
    for (const note of ["first", "second"]) {
      await call("POST", "/annotations", {
        videostreamId: stream,
        timespan,
        observer: "a",
        observation: { note },
      });
    }
    const before = await labelsOf(stream);
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 20);
    const row = (n: number) => page.locator(".all .label-row").nth(n);
    await row(0).click();
    await row(1).focus();
    await page.keyboard.press("Enter");
    // Each of these letters is a key of the screen, too: B would move the start.
    await page.keyboard.type("beo");
    expect(await page.getByRole("combobox", { name: "What is it?" }).inputValue()).toBe("beo");
    expect(await row(1).getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await labelsOf(stream)).toEqual(before);
    await context.close();
  });

  test("drags an end of a label in the lanes by mouse and by touch, undoes a drag, and cancels a drag by Escape", async () => {
    const stream = await newStream();
    const box = { x1: 40, y1: 30, x2: 119, y2: 89 };
    const later = { ...box, x1: 80, x2: 159 };
    await call("POST", "/annotations", {
      videostream_id: stream,
      keypoints: [
        { box, time: timeOf(10) },
        { box: later, time: timeOf(40) },
      ],
    });
    const { page, context, complaints } = await newTab(browser, { hasTouch: true });
    await signInAs(page, curator);
    await show(page, stream, 20);
    await page.getByRole("heading", { name: "All labels (1)" }).waitFor();
    const lanes = page.locator(".lanes canvas");
    const place = await lanes.boundingBox();
    if (place === null) throw new Error("There are no lanes.");
    // The middle of a frame, in the first lane.
    const xOf = (frame: number) => place.x + (((frame + 0.5) * frameMs) / (60 * frameMs)) * place.width;
    const y = place.y + 24 + 18 + 8;
    const endsOf = async () => {
      const [label] = await labelsOf(stream);
      return [label?.start, label?.end, label?.keypoints.map(({ time }) => time)];
    };
    const held = page.mouse;

    // The label ends with the first moment of its last frame.
    await held.move(xOf(39.5), y);
    await expect.poll(() => lanes.evaluate((canvas) => getComputedStyle(canvas).cursor)).toBe("ew-resize");
    await held.down();
    await held.move(xOf(34), y, { steps: 2 });
    await held.move(xOf(30), y);
    await at(page, 30);
    await held.up();
    await saved(page);
    await expect.poll(endsOf).toEqual([timeOf(10), timeOf(30), [timeOf(10), timeOf(30)]]);
    // The new last keypoint has the box of that frame.
    const [shortened] = await labelsOf(stream);
    expectNear(shortened?.keypoints[1]?.box, [40 + 27, 30, 120 + 27, 90]);

    // Escape changes nothing and returns to the frame before the drag.
    await held.move(xOf(29.5), y);
    await held.down();
    await held.move(xOf(20), y, { steps: 2 });
    await at(page, 20);
    await page.keyboard.press("Escape");
    await at(page, 30);
    await held.up();
    expect(await endsOf()).toEqual([timeOf(10), timeOf(30), [timeOf(10), timeOf(30)]]);

    // A finger makes the label longer. Its former first keypoint stays.
    const touch = await context.newCDPSession(page);
    const finger = (type: "touchStart" | "touchMove" | "touchEnd", frame?: number) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: frame === undefined ? [] : [{ x: xOf(frame), y }],
      });
    await finger("touchStart", 9.5);
    await finger("touchMove", 14);
    await finger("touchMove", 5);
    await at(page, 5);
    await finger("touchEnd");
    await expect.poll(endsOf).toEqual([timeOf(5), timeOf(30), [timeOf(5), timeOf(10), timeOf(30)]]);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(endsOf).toEqual([timeOf(10), timeOf(40), [timeOf(10), timeOf(40)]]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("corrects the start of a video, moves it to another camera while it has no labels, and deletes it", async () => {
    const stream = await newStream();
    const before = await call("GET", `/videostreams/${stream}`);
    const name = `Elsewhere ${crypto.randomUUID()}`;
    const other = (await call("POST", "/capturesources", { name, location: "1,2", camera_hardware: "" })).id;
    const { email: admin } = await api.userWith("admin");
    const { page, context } = await newTab(browser);
    await signInAs(page, admin);
    await show(page, stream, 0);
    const dialog = page.getByRole("dialog", { name: "Change this video" });
    await page.getByRole("button", { name: "Change this video" }).click();
    await dialog.getByText("a.mp4").waitFor();
    await dialog.getByLabel("Start (UTC)").fill("2026-03-04T05:06:07.250");
    await dialog.getByLabel("Camera").selectOption(name);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The video is changed.").waitFor();
    const after = await call("GET", `/videostreams/${stream}`);
    expect([after.capturesource, after.startTime]).toEqual([other, "2026-03-04T05:06:07.250Z"]);
    const length = ({ startTime = "", endTime = "" }) => Date.parse(endTime) - Date.parse(startTime);
    expect(length(after)).toBe(length(before));
    await page.getByRole("heading", { level: 1, name }).waitFor();

    // With a label, the video stays. A key opens the fields for a note on it.
    await page.keyboard.press("w");
    await page.getByRole("combobox", { name: "What is it?" }).press("Escape");
    await saved(page);
    await page.keyboard.press("a");
    await page.getByRole("combobox", { name: "Note", exact: true }).fill("drinking");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await labelsOf(stream))[0]?.observation)
      .toEqual({ behaviour: "drinking" });
    await saved(page);
    await page.getByRole("button", { name: "Change this video" }).click();
    await dialog.getByText("A video with labels stays at its camera").waitFor();
    await dialog.getByRole("button", { name: "Delete this video" }).click();
    await dialog.getByRole("button", { name: "Delete this video" }).click();
    await dialog.getByText("1 record").waitFor();
    await call("DELETE", `/annotations/${(await labelsOf(stream))[0]?.id}`);
    await dialog.getByRole("button", { name: "Delete this video" }).click();
    await page.getByRole("heading", { level: 1, name: "Streams" }).waitFor();
    await expect(call("GET", `/videostreams/${stream}`)).rejects.toThrow("404");
    await context.close();
  });

  /** Draws and saves a label on each of the frames. */
  async function drawOn(page: Page, frames: readonly number[]) {
    for (const frame of frames) {
      await at(page, frame);
      await drag(page, [40 + frame, 30], [120 + frame, 90]);
      await page.keyboard.press("Enter");
      await page.getByRole("combobox", { name: "What is it?" }).press("Escape");
      await page.keyboard.press("ArrowRight");
    }
  }

  async function reopened(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(link());
    return page;
  }

  test("keeps 20 labels, each once, after lost responses, a network failure and a killed tab", async () => {
    const stream = await newStream();
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 0);
    const lost = Promise.withResolvers<void>();
    await page.route("**/api/v1/annotations?shape=full", async (route) => {
      // The service carries the request out, but the page never gets a response. The page retries until it is offline.
      await route.fetch();
      await route.abort();
      lost.resolve();
    });
    await drawOn(page, [0]);
    await lost.promise;
    await context.setOffline(true);
    await drawOn(
      page,
      Array.from({ length: 19 }, (_, i) => i + 1),
    );
    expect(await page.getByText("saving …").count()).toBeGreaterThan(0);
    await kept(page, 20);
    await page.close();

    await context.setOffline(false);
    const again = await reopened(context);
    await again.getByText("✓ Saved").waitFor();
    await expect.poll(async () => (await labelsOf(stream)).length).toBe(20);
    expect(await again.getByText("waiting").count()).toBe(0);
    const starts = (await labelsOf(stream)).map(({ start }) => start).sort();
    expect(starts).toEqual(Array.from({ length: 20 }, (_, i) => timeOf(i)));
    await context.close();
  });

  test("keeps an unsaved box on every screen, and the browser asks before it closes the tab", async () => {
    const stream = await newStream();
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 0);
    await drag(page, [40, 30], [120, 90]);
    await page.getByRole("button", { name: "Discard" }).waitFor();
    await page.getByRole("link", { name: "Streams" }).click();
    await page.getByRole("heading", { level: 1, name: "Streams" }).waitFor();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await show(page, stream, 0);
    await page.getByRole("button", { name: "Discard" }).click();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
    await context.close();
  });

  test("makes the browser ask before it closes the tab while a box is being moved", async () => {
    const stream = await newStream();
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 0);
    await drag(page, [40, 30], [120, 90]);
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "What is it?" }).press("Escape");
    await saved(page);
    const place = await placeIn(page);
    await page.mouse.move(...place(80, 60));
    await page.mouse.down();
    await page.mouse.move(...place(100, 60), { steps: 3 });
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await page.mouse.up();
    await expect.poll(async () => (await labelsOf(stream))[0]?.keypoints[0]?.box.x1).toBeGreaterThan(55);
    await saved(page);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
    await context.close();
  });

  test("shows both versions in a conflict and lets the person decide, and reports a deleted label", async () => {
    const stream = await newStream();
    const { page, context } = await newTab(browser);
    await signInAs(page, annotator);
    await show(page, stream, 3);
    await drag(page, [40, 30], [120, 90]);
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "What is it?" }).press("Escape");
    await saved(page);
    const [label] = await labelsOf(stream);
    // The list reports no changes. Otherwise the page could see the change before the drag, without a conflict.
    await page.route("**/api/v1/annotations?**", (route) =>
      route.request().method() === "GET" ? route.fulfill({ status: 304 }) : route.continue(),
    );
    const theirs = { x1: 200, y1: 30, x2: 250, y2: 90 };
    const patch = { keypoints: [{ box: theirs, time: timeOf(3) }] };
    await call("PATCH", `/annotations/${label?.id}`, patch, { "If-Match": label?.etag ?? "" });

    await drag(page, [80, 60], [80, 80]);
    const trouble = page.getByRole("alert");
    await trouble.getByText("Somebody changed this label since you saw it.").waitFor();
    const rows = await trouble.getByRole("row").allTextContents();
    expect(rows[1]).toContain("200, 30, 51 × 61");
    expect(rows[1]).toContain("40, 50, 80 × 60");
    expect(await violations(page)).toEqual([]);
    expect((await labelsOf(stream))[0]?.keypoints[0]?.box).toEqual(theirs);
    await trouble.getByRole("button", { name: "Put mine back" }).click();
    await expect.poll(async () => (await labelsOf(stream))[0]?.keypoints[0]?.box.y1).toBe(50);

    // Notes with different keys are both kept, without a question.
    const [now] = await labelsOf(stream);
    await call("PATCH", `/annotations/${now?.id}`, { observation: { sex: "female" } });
    await page.getByRole("button", { name: "Add a note" }).click();
    await page
      .getByRole("textbox", { name: "Note", exact: true })
      .or(page.getByRole("combobox", { name: "Note", exact: true }))
      .fill("drinking");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await labelsOf(stream))[0]?.observation)
      .toEqual({ sex: "female", behaviour: "drinking" });

    await call("DELETE", `/annotations/${now?.id}`);
    await page.getByRole("button", { name: "Nothing there" }).click();
    await page.getByText("Somebody deleted “unnamed”. Your changes to it are lost.").waitFor();
    await page.getByRole("heading", { name: "All labels (0)" }).waitFor();
    await context.close();
  });
});
