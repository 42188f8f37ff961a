import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, launch, newTab, openAs } from "../support/browser.ts";
import { expectAccessible } from "../support/looks.ts";

describe.skipIf(!hasBrowser)("Find", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch();
    ({ page } = await newTab(browser));
    await openAs(page);
  });
  afterAll(() => browser?.close());

  const goTo = (hash: string) =>
    page.evaluate((next) => {
      location.hash = next;
    }, hash);
  const total = (text: string) => page.locator(".total").getByText(text, { exact: true }).waitFor();
  const hash = () => new URL(page.url()).hash;

  test("sets filters by the keyboard alone and opens a moment, and Back returns to it", async () => {
    await page.getByRole("link", { name: "Find" }).click();
    await page.getByRole("button", { name: "+ filter" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Species", exact: true }).press("Enter");
    // Enter has an effect although the species have not been fetched yet.
    await page.keyboard.type("red f");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/find\?species=\d+$/);
    await total("6 moments");

    await page.getByRole("button", { name: "+ filter" }).press("Enter");
    await page.getByRole("button", { name: "Made by" }).press("Enter");
    await page.keyboard.press("Enter");
    await total("4 moments");
    expect(hash()).toContain("&method=machine");

    const moments = page.locator(".moment");
    await moments.first().focus();
    await page.keyboard.press("ArrowRight");
    const opened = await moments.nth(1).getAttribute("data-label");
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`#/streams/\\d+\\?t=[\\d:.]+&label=${opened}$`));
    await page.goBack();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-label")))
      .toBe(opened);

    await page.getByRole("button", { name: "Remove “machines”" }).click();
    await total("6 moments");
  });

  test("shows which filter excludes all labels, and removes it", async () => {
    await goTo("#/find?hours=1-2&observer=Nobody");
    await page.getByText("Without “observer Nobody” there are").waitFor();
    await page.locator(".nothing").getByRole("button", { name: "Remove “observer Nobody”" }).click();
    await expect.poll(hash).toBe("#/find?hours=1-2");
    await page.locator(".moment").first().waitFor();
  });

  test("saves the found labels as CSV", async () => {
    await goTo("#/find?camera=2&sort=oldest");
    await page.locator(".moment").first().waitFor();
    const rows = await page.locator(".total").textContent();
    await page.getByRole("button", { name: "CSV" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Make the file" }).click();
    const [heading, first, ...others] = readFileSync(await (await download).path(), "utf8").split("\r\n");
    expect(heading).toMatch(/^\uFEFFlabel,stream,start,end,start_time,/);
    expect(first).toMatch(/^\d+,\d+,\d\d:\d\d:\d\d\.\d{3},/);
    // The last line also has a line end.
    expect(`${others.length} moments`).toBe(rows);
    await page.getByRole("button", { name: "Close" }).click();
  });

  test("requests an export of the found labels as a table, and lists the exports", async () => {
    await goTo("#/find?camera=2&observation.behaviour=*");
    await page.locator(".moment").first().waitFor();
    const [found] = (await page.locator(".total").textContent())?.match(/\d+/) ?? [];
    await page.getByRole("button", { name: "Export" }).click();
    // The error of the service is shown at the field.
    await page.getByLabel("Notes with a column").fill("review");
    await page.getByRole("button", { name: "Make the file" }).click();
    await page.getByText("must not name columns that every table has").waitFor();
    await page.getByLabel("Notes with a column").fill("behaviour");
    await page.getByRole("button", { name: "Make the file" }).click();
    const link = page.getByRole("link", { name: /^annotations-\d+\.csv, / });
    await link.waitFor();
    await page.getByText(`${found} label`).waitFor();
    await expectAccessible(page);
    const table = await (await fetch((await link.getAttribute("href")) ?? "")).text();
    const [heading, ...lines] = table.trimEnd().split("\r\n");
    expect(heading).toMatch(/,observation,created,changed,behaviour$/);
    expect(`${lines.length}`).toBe(found);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await link.waitFor({ state: "detached" });
    // A package needs a description of the dataset. Another test may have written one meanwhile.
    await page.route("**/api/v1/dataset", (route) => route.fulfill({ status: 404, json: {} }));
    await page.getByLabel(/^Camtrap DP, for GBIF/).check();
    await page.getByText("This format needs a description").waitFor();
    // The field for the gap appears only with events.
    const gap = page.getByLabel("Seconds without a label that end an event");
    expect(await gap.count()).toBe(0);
    await page.getByLabel("A row for each").selectOption("both");
    expect(await gap.inputValue()).toBe("120");
    await page.getByLabel(/^YouTube-VIS/).check();
    await page.getByLabel("Frames per second").fill("31");
    await page.getByLabel("Separate files for training").check();
    expect(await page.getByLabel("Share of cameras for training").inputValue()).toBe("80");
    await page.getByRole("button", { name: "Make the file" }).click();
    await page.getByText("must be a whole number from 1 to 30").waitFor();
    await expectAccessible(page);
    await page.getByLabel(/^Darwin Core/).check();
    expect(await page.getByLabel("A row for each").locator("option").allTextContents()).toEqual([
      "event",
      "label",
    ]);
    await gap.waitFor();
    await page.getByText("This format needs a description").waitFor();
    await expectAccessible(page);
    await page.unroute("**/api/v1/dataset");
    await page.getByRole("link", { name: "Describe the dataset" }).click();
    await page.getByRole("heading", { name: "Dataset" }).waitFor();
  });

  test("breaks no rule of accessibility", async () => {
    for (const address of ["#/find?review=unreviewed&hours=0-12", "#/find?view=table&sure=0.5-1"]) {
      await goTo(address);
      await page.locator(".moment, .moment-table a").first().waitFor();
      await expectAccessible(page);
    }
    await page.getByRole("button", { name: "+ filter" }).click();
    await page.getByRole("button", { name: "Species", exact: true }).click();
    await page.keyboard.type("r");
    await page.getByRole("option").first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test.each(["#/find?species=1&review=one", "#/find", "#/review"])(
    "%s fits in a width of 320 px",
    async (address) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await goTo(address);
      await page.locator(".moment, .nothing, .crop").first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );
});
