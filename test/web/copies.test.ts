import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { stackAdmin } from "../../local/running-stack.ts";
import { openApi } from "../support/api/api.ts";
import type {} from "../support/stack/serve.ts";
import { writeVideo } from "../support/video/write-video.ts";
import { hasBrowser, launch, newTab, signIn } from "./support/browser.ts";
import { expectAccessible } from "./support/looks.ts";

describe.skipIf(!hasBrowser)("videos that no browser plays", () => {
  const { call, userWith } = openApi();
  let browser: Browser;
  const { signInLink } = JSON.parse(readFileSync(`${inject("service").dataDir}/running.json`, "utf8"));
  const folder = mkdtempSync(path.join(tmpdir(), "page-copies-"));
  const camera = `Old weir ${crypto.randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    browser = await launch();
    const { token } = await userWith("curator");
    const body = { name: camera, location: "51.2,5.6", camera_hardware: "", time_zone: "Europe/Berlin" };
    await call("POST", "/capturesources", { token, body });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test("an AVI is uploaded, and its row says that the service makes a copy", async () => {
    const file = path.join(folder, "20260305_063015.AVI");
    const timesMs = Array.from({ length: 50 }, (_, frame) => frame * 40);
    await writeVideo(file, { codec: "mjpeg", format: "avi", timesMs, clock: 25, audio: "pcm" });
    const { page, context, complaints } = await newTab(browser);
    await signIn(page, stackAdmin, signInLink);
    await page.getByRole("link", { name: "Upload" }).click();
    await page.locator("input[type=file]").first().setInputFiles(file);
    await page.getByText("No browser plays AVI. After the upload, the service makes a copy").waitFor();
    await page.getByRole("combobox", { name: "Camera" }).selectOption(camera);
    await page.getByText("from the file name").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Upload 1 file, / }).click();
    await page.getByText("Uploaded. The service now makes a copy that browsers can play.").waitFor();
    await page.getByRole("link", { name: "Watch 20260305_063015.AVI" }).click();
    await page.getByRole("heading", { name: `${camera} Thursday, 5 March 2026, 06:30 CET` }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
