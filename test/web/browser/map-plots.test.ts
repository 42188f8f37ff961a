import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demonstration, hasBrowser, launch, newTab, openAs } from "../support/browser.ts";
import { cutTables, expectAccessible } from "../support/looks.ts";

type Label = {
  readonly capturesource: { readonly id: number; readonly name: string };
  readonly local_time: string;
  readonly review: string;
  readonly identifications: readonly { readonly species: { readonly common_name: string } }[];
};

/** The tests count from this day on, because other tests label earlier videos and register cameras at the same time. */
const from = "2026-03-02";
const others = ["Heron pool", "Heron lake", "Heron pool, north"];

describe.skipIf(!hasBrowser)("map and plots", () => {
  let browser: Browser;
  let tab: Awaited<ReturnType<typeof newTab>>;
  let page: Page;
  let labels: readonly Label[];
  let cameras: readonly string[];
  beforeAll(async () => {
    browser = await launch();
    tab = await newTab(browser);
    page = tab.page;
    await openAs(page);
    const [token] = tab.tokens;
    const get = async (path: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${demonstration.origin}/api/v1${path}`, { headers })).json();
    };
    const all: readonly Label[] = (await get("/annotations?shape=full&limit=100")).results;
    labels = all.filter(({ local_time }) => local_time >= from);
    cameras = (await get("/capturesources?limit=100")).results
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => !others.includes(name));
  });
  afterAll(() => browser?.close());

  const open = (hash: string) => page.goto(`${demonstration.origin}/api/v1/app${hash}`);
  /** Returns the number of labels of each value. */
  const counted = (values: readonly string[]) =>
    Object.fromEntries(
      [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]),
    );
  /** Returns the rows of a table whose count is not 0. */
  const rowsOf = async (name: string) => {
    const rows = page.locator(`table[aria-label="${name}"] tbody tr`);
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    );
    return Object.fromEntries(
      cells.flatMap(([key = "", count = ""]) => (count === "0" ? [] : [[key, Number(count)]])),
    );
  };
  /** Expects no horizontal scrolling at 320 px. Drawings adapt to a new width a moment later. */
  const fitsOnPhones = async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(sideways).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  test("the map has a circle and a row for each camera, which link to its labels", async () => {
    await open(`#/map?from=${from}`);
    await page.locator(".land").waitFor();
    const byCamera = counted(labels.map(({ capturesource }) => capturesource.name));
    const rows = await page
      .locator(".sites-table tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector("a")?.textContent, row.children[1]?.textContent]),
      );
    expect(Object.fromEntries(rows.filter(([name]) => !others.includes(name ?? "")))).toEqual(
      Object.fromEntries(cameras.map((name) => [name, String(byCamera[name] ?? 0)])),
    );
    const circles = await page
      .locator(".sites a")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    const isOther = (circle: string | null) => others.some((name) => circle?.startsWith(`${name}:`));
    expect(circles.filter((circle) => !isOther(circle)).toSorted()).toEqual(
      cameras
        .map((name) => `${name}: ${byCamera[name] === 1 ? "1 label" : `${byCamera[name] ?? 0} labels`}`)
        .toSorted(),
    );
    await expectAccessible(page);
    await fitsOnPhones();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await cutTables(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    await expect
      .poll(async () => Number(await page.locator(".earth").getAttribute("width")))
      .toBeGreaterThan(500);
    // Zooms by buttons, keys and the wheel, to a close view without land and with true distances.
    await page.getByRole("button", { name: "Zoom to the surroundings of Ridge path" }).click();
    await expect.poll(() => page.locator(".earth > .land").count()).toBe(0);
    expect(await page.locator(".sites-table").textContent()).toContain("47 m NE");
    expect(await page.locator(".scale text").textContent()).toBe("50 m");
    await page.getByRole("button", { name: "Zoom out" }).click();
    await expect.poll(() => page.locator(".scale text").textContent()).toBe("100 m");
    await page.locator(".earth").focus();
    await page.keyboard.press("+");
    await expect.poll(() => page.locator(".scale text").textContent()).toBe("50 m");
    await page.locator(".earth").hover({ position: { x: 30, y: 200 } });
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.locator(".scale text").textContent()).not.toBe("50 m");
    await page.keyboard.press("0");
    await page.locator(".earth > .land").waitFor();

    await page.locator(".sites a").first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#\/find\?camera=\d+&from=/);
  });

  test("places are hidden on every screen until they are shown again", async () => {
    await open("#/map");
    await page.getByRole("button", { name: "Hide places" }).click();
    for (const hash of ["#/map", "#/plots", "#/streams", "#/find", "#/more", "#/streams/2"]) {
      await open(hash);
      await expect.poll(() => page.locator("main").textContent()).toMatch(/Camera [1234]/);
      const shown = await page.evaluate(() => document.title + document.body.innerHTML);
      for (const name of [...cameras, "51.181", "4.774"]) expect(shown, hash).not.toContain(name);
      expect(await page.locator(".earth").count()).toBe(0);
    }
    await open("#/map");
    await page.getByRole("button", { name: "Places are hidden" }).click();
    await page.locator(".earth").waitFor();
  });

  test("the plots show the counts of the labels, and link to them", async () => {
    await open(`#/plots?from=${from}&per=day`);
    for (const name of ["Over time", "By hour of day", "Species at cameras", "Review"]) {
      await page.getByRole("region", { name }).locator("svg a").first().waitFor();
    }
    await expect
      .poll(() => rowsOf("Over time"))
      .toEqual(counted(labels.map(({ local_time }) => local_time.slice(0, 10))));
    const hour = (time: string) => Number(time.slice(11, 13));
    const named = (from: number) => [from, from + 1].map((each) => String(each).padStart(2, "0")).join("–");
    await expect
      .poll(() => rowsOf("By hour of day"))
      .toEqual(counted(labels.map(({ local_time }) => `${named(hour(local_time))} h`)));
    const states: Readonly<Record<string, string>> = {
      unreviewed: "By a machine, no vote",
      one: "One person",
      agreed: "Several agree",
      disputed: "People disagree",
      rejected: "Nothing there",
    };
    await expect
      .poll(() => rowsOf("Review"))
      .toEqual(counted(labels.map(({ review }) => states[review] ?? review)));
    const cells = () =>
      page
        .getByRole("region", { name: "Species at cameras" })
        .locator("svg a")
        .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""));
    const pairs = labels.flatMap(({ capturesource, identifications }) =>
      identifications.map(({ species }) => `${species.common_name} at ${capturesource.name}`),
    );
    const expected = Object.entries(counted(pairs)).map(
      ([pair, n]) => `${pair}: ${n === 1 ? "1 label" : `${n} labels`}`,
    );
    const filled = async () => (await cells()).filter((cell) => !cell.endsWith(": 0 labels")).toSorted();
    // The names of cameras and species arrive last.
    await expect.poll(filled).toEqual(expected.toSorted());
    await expectAccessible(page);
    await fitsOnPhones();

    // Saves the plots as files.
    const region = page.getByRole("region", { name: "Species at cameras" });
    const saved = async (button: string) => {
      const download = page.waitForEvent("download");
      await region.getByRole("button", { name: button }).click();
      return readFileSync(await (await download).path(), "utf8");
    };
    const [head = "", first = ""] = (await saved("Save CSV")).split("\r\n");
    expect(head).toMatch(/^\uFEFFSpecies,/);
    expect(head.split(",").length).toBe(first.split(",").length);
    const svg = await saved("Save SVG");
    expect(svg).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(svg).not.toMatch(/class=|href=|var\(/);

    // Tab stops once in a plot. Arrow keys move within it.
    const bars = page.getByRole("region", { name: "Review" }).locator("svg a");
    await bars.first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#\/find\?from=[\d-]+&review=one$/);
    expect(tab.complaints).toEqual([]);
  });
});
