import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demonstration, hasBrowser, launch, newTab, openAs } from "../support/browser.ts";
import { expectAccessible } from "../support/looks.ts";

describe.skipIf(!hasBrowser)("the list of streams", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function open() {
    const tab = await newTab(browser);
    await openAs(tab.page);
    return tab;
  }
  const userWith = (role: string) => ({ id: 2, email: "ana@demo.localhost", display_name: "Ana", role });
  const rows = (page: Page) => page.locator("li.stream");
  const listed = (page: Page) => page.getByText(/^\d+ streams?$/).waitFor();
  /** Responds with a problem, as the service does. */
  const problem = (status: number, detail: string) => (route: Route) =>
    route.fulfill({ status, headers: { "Retry-After": "1" }, json: { status, detail } });

  test("shows the demonstration's streams in the local times of their cameras", async () => {
    const { page, context, requests } = await open();
    await listed(page);
    const days = await page.getByRole("heading", { level: 2 }).allTextContents();
    expect(days.slice(1)).toEqual([
      "Thursday, 5 March 2026",
      "Tuesday, 3 March 2026",
      "Monday, 2 March 2026",
      "Sunday, 1 March 2026",
    ]);
    expect(await rows(page).locator(".camera").allTextContents()).toEqual([
      "Reef station",
      "Reef station",
      "Ridge gate",
      "Ridge path",
      "Otter bend",
      "Otter bend",
      "Reef station",
    ]);
    const text = (n: number) => rows(page).nth(n).locator("span, a").allTextContents();
    await expect.poll(() => text(3)).toContain("1 to review");
    expect(await text(0)).toEqual(expect.arrayContaining(["Live", "no labels"]));
    expect(await text(3)).toEqual(expect.arrayContaining(["00:59:44–01:00:24 GMT+1", "40 s", "5 labels"]));
    expect(await text(4)).toEqual(expect.arrayContaining(["22:10:00–22:10:14 CET", "14 s", "2 labels"]));
    expect(await text(6)).toContain("10:30–Thu 5 Mar 10:30 GMT+10:30");
    await rows(page).nth(4).locator("img").waitFor();
    const missing = rows(page).nth(6).getByText("No picture");
    await missing.waitFor();
    expect((await missing.boundingBox())?.width).toBeLessThan(90);

    // For any number of rows, the page requests user, cameras, streams and counts once, and stills until all are cut.
    const asked = requests.filter((url) => url.includes("/api/v1/") && !url.includes("/api/v1/app"));
    const operations = asked.map((url) => new URL(url).pathname.slice("/api/v1".length));
    expect(operations.filter((each) => each !== "/stills").sort()).toEqual([
      "/annotations/counts",
      "/capturesources",
      "/users/me",
      "/videostreams",
    ]);
    await rows(page).nth(4).getByRole("link").click();
    expect(page.url()).toBe(`${demonstration.origin}/api/v1/app#/streams/2`);
    await context.close();
  });

  test("shows readers only pictures with labels, because they may see no others", async () => {
    const { page, context } = await open();
    await page.route("**/users/me", (route) => route.fulfill({ json: userWith("readonly") }));
    const wanted: unknown[] = [];
    page.on("request", (request) => {
      // Requests before the reload were those of a curator.
      if (request.isNavigationRequest()) wanted.length = 0;
      if (request.url().endsWith("/stills")) wanted.push(...request.postDataJSON().items);
    });
    await page.reload();
    await expect.poll(() => wanted).toContainEqual({ videostream: 2, time: "00:00:02.500", width: 320 });
    expect(wanted).not.toContainEqual(expect.objectContaining({ time: "00:00:00" }));
    await context.close();
  });

  test("keeps filters in the address, and offers to remove the one that excludes most streams", async () => {
    const { page, context } = await open();
    await listed(page);
    await page.getByLabel("Camera").selectOption("Otter bend");
    await page.getByLabel("From").fill("2026-03-02");
    await page.getByText("1 stream", { exact: true }).waitFor();
    const address = page.url();
    expect(address).toMatch(/#\/streams\?camera=\d+&from=2026-03-02$/);
    await page.goto("about:blank");
    await page.goto(address);
    await page.getByText("1 stream", { exact: true }).waitFor();
    expect(await page.getByLabel("From").inputValue()).toBe("2026-03-02");

    // The camera has two streams, both before the day. The other cameras have one after it.
    await page.getByLabel("From").fill("2026-04-01");
    await page.getByText("Without “From 1 Apr 2026” there are 2 streams.").waitFor();
    await page.getByRole("button", { name: "Remove “From 1 Apr 2026”" }).click();
    await page.getByText("2 streams").waitFor();
    expect(page.url()).toMatch(/#\/streams\?camera=\d+$/);
    await page.getByLabel("From").fill("2026-03-02");
    await page.getByLabel("To").fill("2026-03-01");
    await page.getByText("“From” must not be after “To”.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("7 streams").waitFor();
    await context.close();
  });

  /** One of many streams, each an hour before the other. */
  const hourly = (i: number) => ({
    id: 1000 - i,
    startTime: new Date(Date.UTC(2026, 2, 10) - i * 3_600_000).toISOString(),
    endTime: new Date(Date.UTC(2026, 2, 10) - i * 3_600_000 + 60_000).toISOString(),
    stream_url: "https://video.example/1.mp4",
    capturesource: 1,
    ended_by: null,
    filename: i % 2 === 0 ? `IMG_${1000 - i}.MP4` : null,
  });

  test("fetches more streams when its end is visible, and shows each stream once", async () => {
    const { page, context } = await open();
    const all = Array.from({ length: 120 }, (_, i) => hourly(i));
    await page.route("**/videostreams?*", (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get("offset"));
      // There is one stream more than when the first page was fetched.
      const from = Math.max(0, offset - 1);
      return route.fulfill({ json: { results: all.slice(from, from + 50), limit: 50, offset, total: 121 } });
    });
    await page.reload();
    await page.getByText("50 shown").waitFor();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 10_000);
        return rows(page).count();
      })
      .toBe(120);
    await page.getByText("120 streams").waitFor();
    await context.close();
  });

  test("walks on to the streams without labels, says among how many they are, and shows the names of their files", async () => {
    const { page, context } = await open();
    const all = Array.from({ length: 120 }, (_, i) => hourly(i));
    const free = new Set([998, 903, 882]);
    await page.route("**/videostreams?*", (route) => {
      const { searchParams } = new URL(route.request().url());
      const offset = Number(searchParams.get("offset"));
      expect(searchParams.get("shape")).toBe("full");
      return route.fulfill({
        json: { results: all.slice(offset, offset + 50), limit: 50, offset, total: 120 },
      });
    });
    await page.route("**/annotations/counts?*", (route) => {
      const asked = new URL(route.request().url()).searchParams.getAll("videostream").map(Number);
      const rows = asked.flatMap((videostream) =>
        free.has(videostream) ? [] : [{ videostream, review: "one", count: 2 }],
      );
      return route.fulfill({ json: { by: ["videostream", "review"], rows, total: 2 * rows.length } });
    });
    await page.getByLabel("Without labels").check();
    await page.getByText("3 streams, of 120 looked at").waitFor();
    expect(page.url()).toMatch(/#\/streams\?unlabelled=true$/);
    const shown = await rows(page).evaluateAll((all) =>
      all.map((row) => [row.querySelector("a")?.hash, row.querySelector(".filename")?.textContent]),
    );
    expect(shown).toEqual([
      ["#/streams/998", "IMG_998.MP4"],
      ["#/streams/903", undefined],
      ["#/streams/882", "IMG_882.MP4"],
    ]);

    free.clear();
    await page.reload();
    await page.getByText("All 120 streams have labels.").waitFor();
    await page.getByRole("button", { name: "Show streams with labels" }).click();
    await page.getByText("50 shown").waitFor();
    expect(page.url()).toMatch(/#\/streams$/);
    await context.close();
  });

  test("says what each role can do when there is no video", async () => {
    const { page, context } = await open();
    await page.route("**/videostreams?*", (route) =>
      route.fulfill({ json: { results: [], limit: 50, offset: 0, total: 0 } }),
    );
    await page.reload();
    await page.getByRole("link", { name: "Upload a video" }).waitFor();
    await page.route("**/users/me", (route) => route.fulfill({ json: userWith("annotator") }));
    await page.reload();
    await page.getByText("Ask a curator to upload videos.").waitFor();
    await context.close();
  });

  test("waits for a busy service and for the network, and shows the service's message for a refusal", async () => {
    const { page, context } = await open();
    await listed(page);
    await page.route("**/videostreams?*", problem(503, "Busy."));
    await page.getByLabel("Camera").selectOption("Otter bend");
    await page.getByText("The service is busy. Trying again.").waitFor();
    await page.unrouteAll();
    await page.getByText("2 streams").waitFor();
    expect(await page.getByText("The service is busy.").count()).toBe(0);
    await context.setOffline(true);
    await page.getByLabel("Camera").selectOption("Ridge path");
    await page.getByText("No connection. Trying again.").waitFor();
    await context.setOffline(false);
    await page.getByText("1 stream", { exact: true }).waitFor();

    await page.route("**/videostreams?*", problem(403, "This needs the role readonly."));
    await page.reload();
    await page.getByText("This needs the role readonly. Ask an admin if you need this permission.").waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("1 stream", { exact: true }).waitFor();
    await context.close();
  });

  test("breaks no rule of accessibility", async () => {
    const { page, context } = await open();
    await listed(page);
    await page.getByText("1 to review").first().waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: ": account" }).click();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys of this screen" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByLabel("From").fill("2027-01-01");
    await page.getByLabel("Camera").selectOption("Otter bend");
    await page.getByRole("button", { name: "Remove all filters" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("To").fill("2026-01-01");
    await page.getByText("must not be after").waitFor();
    await expectAccessible(page);
    await page.goto(`${demonstration.origin}/api/v1/app#/nowhere`);
    await page.getByText("This page does not exist.").waitFor();
    await expectAccessible(page);
    await context.close();
  });

  test("needs no horizontal scrolling at 320 px and at 200 %", async () => {
    const { page, context } = await open();
    await listed(page);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 400 });
      expect(await overflow(), `${width} px`).toBeLessThanOrEqual(0);
      await page.getByRole("button", { name: ": account" }).click();
      expect(await overflow(), `${width} px, with the menu`).toBeLessThanOrEqual(0);
      await page.keyboard.press("Escape");
    }
    await context.close();
  });

  test("has a skip link, filters and rows that work by the keyboard", async () => {
    const { page, context } = await open();
    await listed(page);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.textContent || activeElement?.getAttribute("type") || "";
      });
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    for (const expected of [/All cameras/, /date/]) {
      await page.keyboard.press("Tab");
      expect(await focused()).toMatch(expected);
    }
    await page.locator(".camera").nth(2).focus();
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Ridge path");
    // A key in a field is not a key of the screen.
    await page.getByLabel("Camera").focus();
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.locator(".camera").nth(4).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#\/streams\/2$/);
    await page.goBack();
    await listed(page);
    await context.close();
  });
});
