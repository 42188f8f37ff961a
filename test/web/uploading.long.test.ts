import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { stackAdmin } from "../../local/running-stack.ts";
import { openApi } from "../support/api/api.ts";
import { detection, megadetector } from "../support/detections/results.ts";
import { foreignSample, withDescriptor } from "../support/formats/sample.ts";
import { zipOf } from "../support/imports/zip-of.ts";
import type {} from "../support/stack/serve.ts";
import { exifBlock } from "../support/video/exif.ts";
import { numberedFile } from "../support/video/write-picture.ts";
import { writeVideo } from "../support/video/write-video.ts";
import { hasBrowser, launch, newTab, signIn } from "./support/browser.ts";
import { expectAccessible } from "./support/looks.ts";

const { call, userWith, origin } = openApi();
/** Makes names unique, because other tests also make cameras. */
const own = crypto.randomUUID().slice(0, 8);
/**
 * Size of the file to send, in megabytes, for example `PAGE_UPLOAD_MB=1024 SUITE=long npx vitest run --project http
 * test/web/uploading.long.test.ts`. The test needs twice as much disk.
 */
const megabytes = Number(process.env["PAGE_UPLOAD_MB"] ?? 0);
const cameras = { otter: `Otter bend ${own}`, ridge: `Ridge path ${own}`, reef: `Reef station ${own}` };

describe.skipIf(!hasBrowser)("uploading", () => {
  let browser: Browser;
  const { signInLink } = JSON.parse(readFileSync(`${inject("service").dataDir}/running.json`, "utf8"));
  const folder = mkdtempSync(path.join(tmpdir(), "upload-"));
  const at = (name: string) => path.join(folder, name);
  const timesMs = Array.from({ length: 50 }, (_, frame) => frame * 40);
  beforeAll(async () => {
    browser = await launch();
    const { token } = await userWith("curator");
    for (const name of Object.values(cameras)) {
      const body = { name, location: "51.2,5.6", camera_hardware: "", time_zone: "Europe/Berlin" };
      await call("POST", "/capturesources", { token, body });
    }
    const metadata = { creation_time: "2026-03-05T04:31:00Z" };
    for (const name of ["clip.mp4", "large.mp4"]) {
      const size = { width: 320, height: 180 };
      await writeVideo(at(name), { codec: "h264", format: "mp4", timesMs, metadata, ...size });
    }
    mkdirSync(at(`cards/${cameras.reef}/DCIM`), { recursive: true });
    const named = at(`cards/${cameras.reef}/DCIM/20260305_063015.mp4`);
    await writeVideo(named, { codec: "hevc", format: "mp4", timesMs: timesMs.slice(0, 5) });
    // A box that players ignore makes the file three parts long.
    const free = Buffer.alloc(33 * 2 ** 20);
    free.writeUInt32BE(free.length);
    free.write("free", 4);
    appendFileSync(at("large.mp4"), free);
    const exif = exifBlock({ taken: "2026:03:05 06:30:15" });
    writeFileSync(at("IMG_1.JPG"), await numberedFile("image/jpeg", 1, { exif }));
    writeFileSync(at("old.wmv"), Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex"));
    writeFileSync(at("notes.txt"), "A leopard.");
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const choose = (page: Page, ...names: readonly string[]) =>
    page.locator("input[type=file]").first().setInputFiles(names.map(at));
  const row = (page: Page, name: string) => page.locator(".upload-row", { hasText: name });
  const camera = (page: Page) => page.getByRole("combobox", { name: "Camera" });

  async function open() {
    const tab = await newTab(browser);
    await signIn(tab.page, stackAdmin, signInLink);
    await tab.page.getByRole("link", { name: "Upload" }).click();
    await tab.page.getByRole("heading", { name: "Upload" }).waitFor();
    return tab;
  }

  async function looksRight(page: Page): Promise<void> {
    await expectAccessible(page);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
      if (process.env["SCREENSHOTS"]) await shoot(page, width);
    }
  }

  let shots = 0;
  async function shoot(page: Page, width: number): Promise<void> {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      shots += 1;
      const file = path.join(process.env["SCREENSHOTS"] ?? "", `upload-${shots}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: true });
    }
  }

  /** Returns the SHA-256 of the file that the service plays for the stream of a row. */
  async function storedSum(page: Page, name: string, tokens: ReadonlySet<string>): Promise<string> {
    const link = await row(page, name).getByRole("link").getAttribute("href");
    const stream = link?.split("/").at(-1);
    const headers = { Authorization: `Bearer ${[...tokens].at(-1)}` };
    const play = await fetch(`${origin}/api/v1/videostreams/${stream}/play`, { headers });
    const { url } = (await play.json()) as { url: string };
    return sumOf((await fetch(url)).body ?? []);
  }
  /** Returns the SHA-256 of a stream of bytes. */
  async function sumOf(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
    const sum = createHash("sha256");
    for await (const part of parts) sum.update(part);
    return sum.digest("hex");
  }
  const sumOfFile = (name: string) => sumOf(createReadStream(at(name)));

  test("a clip and a picture become streams with the confirmed cameras and times, and can be watched", async () => {
    const { page, context, complaints, tokens } = await open();
    await looksRight(page);
    await choose(page, "clip.mp4", "IMG_1.JPG", "old.wmv", "notes.txt");
    await page.getByText("old.wmv: WMV is not supported. Convert it to MP4 or JPEG.").waitFor();
    await page.getByText("1 file is neither a video nor a picture, and is left out.").waitFor();
    await page.getByText("2 files have no camera yet.").waitFor();
    expect(await page.getByRole("button", { name: "Upload", exact: true }).isDisabled()).toBe(true);
    await camera(page).selectOption(cameras.otter);
    await page.getByText(/Video · 2 s · \d+ KB/).waitFor();
    const start = (name: string) => page.getByLabel(`Start of ${name}`);
    // The picture's time is that of the camera's clock, and the clip's time is in UTC.
    expect(await start("IMG_1.JPG").inputValue()).toBe("2026-03-05T06:30:15");
    expect(await start("clip.mp4").inputValue()).toBe("2026-03-05T05:31");
    await page.getByText("from EXIF").waitFor();
    await start("IMG_1.JPG").fill("2026-03-05T06:30:20");
    await page.getByText("changed by you").waitFor();
    await looksRight(page);
    await page.getByRole("button", { name: /^Upload 2 files, / }).click();
    await page.getByText("2 of 2 files uploaded.").waitFor();
    await looksRight(page);
    expect(await storedSum(page, "clip.mp4", tokens)).toBe(await sumOfFile("clip.mp4"));
    expect(await storedSum(page, "IMG_1.JPG", tokens)).toBe(await sumOfFile("IMG_1.JPG"));

    // Uploads the same file again.
    await page.getByRole("button", { name: "Clear finished files" }).click();
    await choose(page, "clip.mp4");
    await page.getByRole("button", { name: /^Upload 1 file, / }).click();
    await page.getByText(`${cameras.otter} has this file already.`).waitFor();
    await row(page, "clip.mp4").getByRole("link", { name: "Watch clip.mp4" }).click();
    await page.getByRole("heading", { name: `${cameras.otter} Thursday, 5 March 2026, 05:31 CET` }).waitFor();
    // The page obeys the policy. The browser only reports the response that the file exists already.
    expect(complaints).toEqual([expect.stringContaining("409 (Conflict)")]);
    await context.close();
  });

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

  test("the focus moves to a heading when the focused button disappears", async () => {
    const { page, context } = await open();
    await choose(page, "clip.mp4", "IMG_1.JPG");
    await page.getByRole("button", { name: "Leave out clip.mp4" }).press("Enter");
    await expect.poll(() => focused(page)).toBe("Files without a folder");
    await page.getByRole("button", { name: "Leave out all" }).press("Enter");
    await expect.poll(() => focused(page)).toBe("Upload");

    await choose(page, "IMG_1.JPG");
    await camera(page).selectOption(cameras.otter);
    await page.getByRole("button", { name: /^Upload 1 file, / }).press("Enter");
    await expect.poll(() => focused(page)).toBe("Uploads");
    await page.getByText("1 of 1 file uploaded.").waitFor();
    await page.getByRole("button", { name: "Clear finished files" }).press("Enter");
    await expect.poll(() => focused(page)).toBe("Upload");
    await context.close();
  });

  test("the upload of the same file continues after the tab was killed, and no part is sent twice", async () => {
    const { page, context, tokens } = await open();
    let arrived = 0;
    // One part arrives. The others never do.
    await page.route(
      ({ searchParams }) => Number(searchParams.get("partNumber")) > 1,
      () => {},
    );
    page.on("response", (response) => {
      if (response.request().method() === "PUT" && response.ok()) arrived += 1;
    });
    await choose(page, "large.mp4");
    await camera(page).selectOption(cameras.ridge);
    await page.getByRole("button", { name: /^Upload 1 file, / }).click();
    await expect.poll(() => arrived).toBe(1);
    await page.getByText(/Sent: 16.8 MB of 34.6 MB · .* left/).waitFor();
    await looksRight(page);
    await page.getByRole("button", { name: "Pause: large.mp4" }).click();
    await page.getByText("Paused. 16.8 MB of 34.6 MB").waitFor();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await page.close();

    const next = await context.newPage();
    const sent: (string | null)[] = [];
    next.on("request", (request) => {
      const { searchParams } = new URL(request.url());
      if (request.method() === "PUT") sent.push(searchParams.get("partNumber"));
    });
    await next.goto(`${origin}/api/v1/app`);
    await next.getByRole("link", { name: "Upload" }).click();
    await choose(next, "large.mp4");
    await next.getByText("from the earlier upload, which continues where it stopped").waitFor();
    await next.getByRole("button", { name: /^Upload 1 file, / }).click();
    await next.getByText("1 of 1 file uploaded.").waitFor();
    expect(sent.sort()).toEqual(["2", "3"]);
    expect(await storedSum(next, "large.mp4", tokens)).toBe(await sumOfFile("large.mp4"));
    expect(await next.evaluate(() => localStorage.length)).toBe(0);
    await context.close();
  });

  test.skipIf(megabytes === 0)(
    `an upload of ${megabytes || "many"} MB continues after its tab was killed half-way, and plays (with PAGE_UPLOAD_MB)`,
    { timeout: 3_600_000 },
    async () => {
      const chunk = 2 ** 20;
      const head = readFileSync(at("clip.mp4"));
      const free = Buffer.alloc(8);
      free.writeUInt32BE(megabytes * chunk);
      free.write("free", 4);
      const file = createWriteStream(at("huge.mp4"));
      for (let written = 0; written < megabytes; written++) {
        const bytes = randomBytes(chunk);
        free.copy(bytes, 0, 0, written === 0 ? 8 : 0);
        if (!file.write(written === 0 ? Buffer.concat([head, bytes]) : bytes)) await once(file, "drain");
      }
      await new Promise<void>((resolve) => file.end(resolve));

      const { page, context, tokens } = await open();
      const sent = (tab: Page, into: (string | null)[]) =>
        tab.on("response", (response) => {
          const { searchParams } = new URL(response.url());
          if (response.request().method() === "PUT" && response.ok())
            into.push(searchParams.get("partNumber"));
        });
      const [before, after]: [(string | null)[], (string | null)[]] = [[], []];
      sent(page, before);
      await choose(page, "huge.mp4");
      await camera(page).selectOption(cameras.otter);
      const startMs = performance.now();
      await page.getByRole("button", { name: /^Upload 1 file, / }).click();
      const half = (megabytes * chunk) / 2;
      await expect
        .poll(async () => (await bytesSent(page)) >= half, { timeout: 1_800_000, interval: 500 })
        .toBe(true);
      await page.close();
      const halfMs = performance.now() - startMs;

      const next = await context.newPage();
      sent(next, after);
      await next.goto(`${origin}/api/v1/app`);
      await next.getByRole("link", { name: "Upload" }).click();
      await choose(next, "huge.mp4");
      await next.getByText("from the earlier upload, which continues where it stopped").waitFor();
      await next.getByRole("button", { name: /^Upload 1 file, / }).click();
      await next.getByText("1 of 1 file uploaded.").waitFor({ timeout: 1_800_000 });
      const seconds = (ms: number) => Math.round(ms / 1000);
      console.log(
        `${megabytes} MB: ${before.length} parts in ${seconds(halfMs)} s, then the tab was killed, then ${after.length} more; ${seconds(performance.now() - startMs)} s in all.`,
      );
      // No part was sent twice.
      expect(new Set([...before, ...after]).size).toBe(before.length + after.length);
      expect(await storedSum(next, "huge.mp4", tokens)).toBe(await sumOfFile("huge.mp4"));
      await row(next, "huge.mp4").getByRole("link", { name: "Watch huge.mp4" }).click();
      await next.locator(".where b", { hasText: "00:00:00.000" }).waitFor();
      await next.keyboard.press("Shift+ArrowRight");
      await next.locator(".where b", { hasText: "00:00:01.000" }).waitFor();
      await context.close();
    },
  );

  /** Returns the number of bytes that a row shows as sent. */
  async function bytesSent(page: Page): Promise<number> {
    const text = (await page.locator(".upload-row").first().textContent()) ?? "";
    const [, number = "0", unit = "MB"] = /Sent: ([\d.]+) (\w+) of/.exec(text) ?? [];
    return Number(number) * (unit === "GB" ? 1e9 : 1e6);
  }

  test("a failed upload shows the service's reason, and can be tried again", async () => {
    const { page, context } = await open();
    const detail = "This file would exceed your limit of 200 GB of uploads a day.";
    await page.route("**/api/v1/uploads", (route) => route.fulfill({ status: 422, json: { detail } }), {
      times: 1,
    });
    // The folder has the name of its camera.
    await page.locator("input[type=file]").nth(1).setInputFiles(at("cards"));
    await page.getByText("This browser cannot play HEVC. You can upload it").waitFor();
    const folders = page.getByRole("region", { name: `cards/${cameras.reef}/DCIM` });
    expect(await folders.getByRole("combobox").locator("option:checked").textContent()).toBe(cameras.reef);
    await page.getByText("from the file name").waitFor();
    await page.getByRole("button", { name: /^Upload 1 file, / }).click();
    await page.getByText(detail).waitFor();
    await page.getByText("0 of 1 file uploaded. 1 failed.").waitFor();
    await page.getByRole("button", { name: "Try again: 20260305_063015.mp4" }).click();
    await page.getByText("1 of 1 file uploaded.").waitFor();

    // Drops a file anywhere on the screen.
    await page.evaluate(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([Uint8Array.of(0xff, 0xd8, 0xff)], "dropped.jpg"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true }));
    });
    await page.getByLabel("Start of dropped.jpg").waitFor();
    await page.getByText("from the file time. Check it").waitFor();
    await context.close();
  });

  test("an odd clock is warned about and corrected, lists are in order of names, and a failed file stops no other", async () => {
    const { page, context } = await open();
    const folder = at(`odd/${cameras.otter}`);
    mkdirSync(folder, { recursive: true });
    // By a clock an hour ahead of UTC, the first one is in 1969.
    const times = { 1: "1970:01:01 00:30:00", 2: "2000:01:01 00:00:00", 10: "2000:01:01 01:00:00" };
    for (const [number, taken] of Object.entries(times)) {
      const exif = exifBlock({ taken });
      const bytes = await numberedFile("image/jpeg", 100 + Number(number), { exif });
      writeFileSync(path.join(folder, `IMG_${number}.JPG`), bytes);
    }
    const timesMs = [0, 40, 80];
    const metadata = { creation_time: "2026-03-05T04:31:00Z" };
    const size = { width: 320, height: 180 };
    const clip = { codec: "h264", format: "matroska", timesMs, metadata, ...size } as const;
    await writeVideo(path.join(folder, "a.mkv"), clip);
    writeFileSync(path.join(folder, "empty.mp4"), "");
    await page.locator("input[type=file]").nth(1).setInputFiles(at("odd"));
    await page.getByText("empty.mp4: It is empty (0 bytes). Copy it again from the camera.").waitFor();
    const listed = (rows: string) => page.locator(`${rows} strong`).allTextContents();
    const inOrder = ["a.mkv", "IMG_1.JPG", "IMG_2.JPG", "IMG_10.JPG"];
    await expect.poll(() => listed(".chosen-file")).toEqual(inOrder);

    const start = (name: string) => page.getByLabel(`Start of ${name}`);
    await page.getByLabel("Times in MP4 and Matroska files are").selectOption("camera");
    await expect.poll(() => start("a.mkv").inputValue()).toBe("2026-03-05T04:31");
    await page.getByText("The time in EXIF is not in the years 1970 to 9999. Type the start.").waitFor();
    await page.getByText("1 file has no start yet. 2 files have odd starts.").waitFor();
    await page.getByRole("button", { name: "Show the first" }).click();
    await expect.poll(() => start("IMG_2.JPG").evaluate((it) => it === document.activeElement)).toBe(true);
    await start("IMG_2.JPG").fill("2026-03-04T12:00:00");
    await looksRight(page);
    await page.getByRole("button", { name: "Correct the other odd start by the same time" }).click();
    expect(await start("IMG_10.JPG").inputValue()).toBe("2026-03-04T13:00");
    await start("IMG_1.JPG").fill("2026-03-04T11:00:00");

    const detail = "The file cannot be read.";
    await page.route("**/api/v1/uploads", (route) => {
      const isFirst = route.request().postDataJSON()?.filename === "IMG_1.JPG";
      return isFirst ? route.fulfill({ status: 422, json: { detail } }) : route.fallback();
    });
    await page.getByRole("button", { name: /^Upload 4 files, / }).click();
    await page.getByText("3 of 4 files uploaded. 1 failed.").waitFor();
    const failed = page.getByRole("list", { name: "Files that failed" });
    expect(await failed.textContent()).toBe(`odd/${cameras.otter}/IMG_1.JPG: ${detail}`);
    expect(await listed(".upload-row")).toEqual(inOrder);
    await looksRight(page);
    await context.close();
  });

  test("a package whose only mistake is in a cell that its row does not need is imported as a whole", async () => {
    const texts = withDescriptor(foreignSample, (descriptor) => {
      descriptor.id = crypto.randomUUID();
    });
    const observations = (texts["observations.csv"] ?? "").replace(",female,", ",femal,");
    const buffer = Buffer.from(await zipOf({ ...texts, "observations.csv": observations }));
    const { page, context } = await open();
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "cell.zip", mimeType: "application/zip", buffer });
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "cell.zip" }) });
    await card.getByText("Checked. Nothing is imported yet.").waitFor();
    await card.getByRole("button", { name: /^Import \d+ records$/ }).click();
    await card.getByText("Imported.").waitFor();
    await context.close();
  });

  test("a table with scores asks who made its labels, and then for its name", async () => {
    const { page, context } = await open();
    const buffer = Buffer.from("file,species,score\nnone.mp4,fox,0.9\n");
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "scores.csv", mimeType: "text/csv", buffer });
    const card = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "scores.csv" }) });
    await card.getByText("does not say who made its labels").waitFor();
    await looksRight(page);
    expect(
      await card.getByLabel("The labels were made by").locator("option:checked").textContent(),
    ).toContain("program");
    await card.getByRole("button", { name: "Check it" }).click();
    await card.getByText("This file contains no name for its data.").waitFor();
    await card.getByLabel("Name of the package or table").fill("Scores");
    await card.getByRole("button", { name: "Check it" }).click();
    await card.getByText("Checked. Nothing is imported yet.").waitFor();
    await card.getByRole("button", { name: "Remove" }).click();
    await card.waitFor({ state: "detached" });
    await context.close();
  });

  test("a package is checked and imported without its wrong row, and Find shows the imported labels", async () => {
    const texts = withDescriptor(foreignSample, (descriptor) => {
      descriptor.id = crypto.randomUUID();
    });
    const observations = texts["observations.csv"] ?? "";
    const zip = await zipOf({ ...texts, "observations.csv": observations.replace(",animal,", ",animl,") });
    const { page, context } = await open();
    const buffer = Buffer.from(zip);
    const file = { name: "sample.zip", mimeType: "application/zip", buffer };
    await page.locator("input[type=file]").first().setInputFiles(file);
    const card = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "sample.zip" }) });
    await card.getByText("Checked. Nothing is imported yet.").waitFor();

    const none = { ...file, name: "none.zip", buffer: Buffer.from("A leopard.") };
    await page.locator("input[type=file]").first().setInputFiles(none);
    const refused = page.getByRole("listitem").filter({ hasText: "none.zip" });
    await refused.getByText("The file is not a zip.").first().waitFor();
    // The list keeps its entries when it cannot be fetched again.
    const lists = "**/api/v1/imports?*";
    await page.route(lists, (route) =>
      route.fulfill({ status: 500, json: { status: 500, detail: "Broken." } }),
    );
    await refused.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alert").getByText("Broken.").waitFor();
    await looksRight(page);
    expect(await card.count()).toBe(1);
    await page.unroute(lists);
    await page.getByRole("button", { name: "Try again" }).click();
    await refused.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Packages, tables and results");

    await card.getByText(/^\d+ lines? in the report$/).click();
    // The report begins with the error that excludes a label.
    const cells = await card
      .getByRole("row")
      .filter({ hasText: "animl" })
      .getByRole("cell")
      .allTextContents();
    expect(cells.slice(0, 4)).toEqual(["observations.csv", "2", "observationType", "animl"]);
    await looksRight(page);
    await card.getByRole("button", { name: /^Import \d+ records, leave out 1$/ }).click();
    await card.getByText("Imported.").waitFor();
    expect(await focused(page)).toBe("sample.zip");
    const made = await card
      .getByRole("row", { name: /^Labels/ })
      .getByRole("cell")
      .first()
      .textContent();
    await card.getByRole("link", { name: "Show the imported labels" }).click();
    await page.getByText(`${made} moments`).waitFor();
    await page.getByText(/^from import \d+$/).waitFor();
    await context.close();
  });

  test("a package that does not arrive shows the reason, and a removed package is not sent", async () => {
    const { page, context } = await open();
    const file = { name: `${own}.zip`, mimeType: "application/zip", buffer: Buffer.from("A leopard.") };
    const input = page.locator("input[type=file]").first();
    const isPut = (route: Route) => route.request().method() === "PUT";
    let sent = 0;
    await page.route(/X-Amz-Signature/, (route) => {
      if (!isPut(route)) return route.fallback();
      sent += 1;
      return route.fulfill({ status: 400, body: "<Error><Code>BadDigest</Code></Error>" });
    });
    await input.setInputFiles(file);
    const item = page.getByRole("listitem").filter({ hasText: file.name });
    await item.getByText("The file has changed since it was chosen.").waitFor();
    await looksRight(page);
    const removal = () =>
      page.waitForResponse((response) => response.request().method() === "DELETE" && response.ok());
    const removed = removal();
    await item.getByRole("button", { name: "Cancel" }).click();
    await item.waitFor({ state: "detached" });
    await removed;
    expect(sent).toBe(1);

    // The service responds slowly, and the person removes the package meanwhile.
    const late = Promise.withResolvers<void>();
    await page.route("**/api/v1/imports", async (route) => {
      if (route.request().method() === "POST") await late.promise;
      return route.fallback();
    });
    await input.setInputFiles(file);
    await item.getByRole("button", { name: "Cancel" }).click();
    const removedToo = removal();
    late.resolve();
    await removedToo;
    expect(sent).toBe(1);
    await page.reload();
    await page.getByRole("heading", { name: "sample.zip" }).waitFor();
    expect(await item.count()).toBe(0);
    await context.close();
  });

  test("the person chooses species for a detector's labels, and leaves labels out, before they are imported", async () => {
    const { token } = await userWith("curator");
    // A retry of this test needs its own names, because the first attempt has already imported its records.
    const own = crypto.randomUUID().slice(0, 8);
    const made = async (to: string, body: object) => (await call("POST", to, { token, body })).body.id;
    const place = { location: "51.2,5.6", camera_hardware: "" };
    const capturesource = await made("/capturesources", { ...place, name: `Weir ${own}` });
    const species = { common_name: `Lynx ${own}`, scientific_name: `Lynx ${crypto.randomUUID()}` };
    await made("/species", species);
    const [at, size] = ["2026-03-01T06:30:00Z", { width: 1920, height: 1080 }];
    const stream_url = `https://video.example/${own}.jpg`;
    await made("/videostreams", { ...size, stream_url, capturesource, startTime: at, endTime: at });
    const seen = (name: string, x: number) =>
      detection({ bbox: [x, 0, 0.1, 0.1], classifications: [[name, 0.8]] });
    const detections = [seen("0", 0), seen("0", 0.2), seen("1", 0.4)];
    const [cat, stone] = [`cat ${own}`, `stone ${own}`];
    const results = megadetector([{ file: `D:\\cards\\${own}.jpg`, detections }], {
      classification_categories: { "0": cat, "1": stone },
    });

    const { page, context } = await open();
    const name = `results ${crypto.randomUUID()}.json`;
    const file = { name, mimeType: "application/json", buffer: Buffer.from(results) };
    await page.locator("input[type=file]").first().setInputFiles(file);
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    // The folders are those of the detector's computer.
    await card.getByText(/^Nothing can be imported/).waitFor();
    await card.getByLabel("Folders to cut off from the paths").fill("D:\\cards\\");
    await card.getByRole("button", { name: "Check it" }).click();
    await card.getByRole("button", { name: `Change what ${stone} becomes` }).click();
    await card.getByRole("button", { name: "Leave it out" }).click();
    await card.getByRole("button", { name: `Change what ${cat} becomes` }).click();
    await card.getByRole("combobox", { name: `Species of ${cat}` }).fill(species.common_name);
    await card.getByRole("option", { name: species.common_name }).click();
    await card.getByRole("row", { name: cat }).getByText(species.common_name).waitFor();
    await looksRight(page);
    await card.getByRole("button", { name: "Import 2 records" }).click();
    await card.getByText("Imported.").waitFor();
    await card.getByRole("link", { name: "Show the imported labels" }).click();
    await page.getByText("2 moments").waitFor();
    await page.getByText(species.common_name).nth(1).waitFor();
    await context.close();
  });

  test("an annotator sees no upload screen", async () => {
    const { page, context } = await open();
    const user = { id: 2, email: "ben@example.org", display_name: "Ben", role: "annotator" };
    await page.route("**/users/me", (route) => route.fulfill({ json: user }));
    await page.reload();
    await page.getByText("Curators may upload videos.").waitFor();
    expect(await page.getByRole("link", { name: "Upload" }).count()).toBe(0);
    await context.close();
  });
});
