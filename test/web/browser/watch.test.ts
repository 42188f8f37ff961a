import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demonstration, hasBrowser, launch, newTab, openAs } from "../support/browser.ts";
import { fingersOn } from "../support/fingers.ts";
import { holdBack } from "../support/hold-back.ts";
import { expectAccessible } from "../support/looks.ts";

/** The stream of the demonstration with a video: 14 s at 15 frames a second. */
const otter = "#/streams/2";

describe.skipIf(!hasBrowser)("watching a stream", () => {
  let browser: Browser;
  /** Tab of the tests that leave the page unchanged. */
  let shared: Awaited<ReturnType<typeof newTab>>;
  beforeAll(async () => {
    browser = await launch();
    shared = await newTab(browser);
    await openAs(shared.page);
  });
  afterAll(() => browser?.close());

  async function show(page: Page, hash: string) {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await page.getByRole("heading", { name: /^All labels/ }).waitFor();
  }

  /** Opens a stream in the page that these tests share. */
  async function open(hash: string): Promise<Page> {
    const { page } = shared;
    await page.getByRole("link", { name: "Streams" }).click();
    // Without this wait, the page may miss that the address changes and changes back.
    await page.locator(".viewer").waitFor({ state: "detached" });
    await show(page, hash);
    return page;
  }

  /** Opens a stream in a new page, in which nothing was opened before. */
  async function openAlone(
    hash: string,
    options: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<unknown>,
  ) {
    const tab = await newTab(browser, options);
    await openAs(tab.page);
    await prepare?.(tab.page);
    tab.requests.length = 0;
    await show(tab.page, hash);
    return tab;
  }
  const time = (page: Page) => page.locator(".where b");
  const secondsOf = (shown: string | null) => Number(shown?.split(":").at(-1));
  const at = (page: Page, text: string) => time(page).filter({ hasText: text }).waitFor();
  const here = (page: Page) => page.getByRole("heading", { name: /^Here/ });

  test("shows the picture and labels at the time in the address, with few requests", async () => {
    const { page, context, requests, complaints } = await openAlone(`${otter}?t=00:00:04.000`);
    await at(page, "00:00:04.000");
    await page.locator(".where", { hasText: "frame 60" }).waitFor();
    expect(await page.locator(".where").textContent()).toContain("22:10:04");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      "Otter bend Monday, 2 March 2026, 22:10 CET",
    );
    await page.getByRole("heading", { name: "Here (2)" }).waitFor();
    await page
      .getByText("Picture at 00:00:04.000. 2 labels here: Eurasian otter and Eurasian otter.")
      .waitFor({ state: "attached" });
    const asked = requests.filter((url) => url.includes("/api/v1/") && !url.includes("/api/v1/app"));
    expect(asked.length).toBeLessThanOrEqual(10);
    // The page lists all labels by id. For a list by time, the service would read all times of the stream.
    expect(asked.filter((url) => url.includes("during"))).toEqual([]);
    const origins = new Set(
      requests.filter((url) => !url.startsWith("blob:")).map((url) => new URL(url).origin),
    );
    expect([...origins].sort()).toEqual([demonstration.origin, demonstration.s3Origin].sort());
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("names a machine's label as other screens do, with the scientific name beside it", async () => {
    // A machine wrote "Vulpes vulpes", and nobody has voted.
    const page = await open("#/streams/3");
    const labels = page.locator(".all .label-row");
    await labels
      .filter({ hasText: "Red fox" })
      .and(labels.filter({ hasText: "no votes" }))
      .first()
      .click();
    await page.getByRole("heading", { name: "Red fox Vulpes vulpes", level: 3 }).waitFor();
    expect(await labels.filter({ hasText: "Vulpes" }).count()).toBe(0);
    const all = await labels.count();
    await page.getByRole("searchbox", { name: "Filter by name" }).fill("vulpes");
    await expect.poll(() => labels.count()).toBeLessThanOrEqual(all);
    expect(await labels.count()).toBeGreaterThan(0);
  });

  test("reacts to the keyboard, and changes the address without new entries in the history", async () => {
    const { page, context } = await openAlone(`${otter}?t=00:00:04.000`);
    await at(page, "00:00:04.000");
    const entries = await page.evaluate(() => history.length);
    const press = async (key: string, then: string) => {
      await page.keyboard.press(key);
      await at(page, then);
    };
    await press("ArrowRight", "00:00:04.067");
    await press("Shift+ArrowLeft", "00:00:03.067");
    await press("l", "00:00:08.067");
    await press("End", "00:00:13.934");
    await press("Home", "00:00:00.000");
    expect(await here(page).textContent()).toBe("Here (0)");
    // The label begins between two frames. Its first frame is the one that shows its beginning.
    await press("]", "00:00:02.467");
    expect(await page.locator(".facts h3").textContent()).toBe("Eurasian otter Lutra lutra");
    await press("End", "00:00:09.000");
    expect(await here(page).textContent()).toBe("Here (1)");
    await press("ArrowRight", "00:00:09.067");
    expect(await here(page).textContent()).toBe("Here (0)");
    await page.keyboard.press("h");
    expect(await page.getByRole("button", { name: "Boxes" }).getAttribute("aria-pressed")).toBe("false");
    await page.keyboard.press(">");
    expect(await page.getByRole("combobox", { name: "Speed" }).inputValue()).toBe("1.5");
    await page.keyboard.press("t");
    await page.getByRole("textbox", { name: "Minutes and seconds" }).fill("0:05");
    await page.keyboard.press("Enter");
    await at(page, "00:00:05.000");
    await page.keyboard.press("g");
    await page.getByRole("textbox", { name: "Time of the camera" }).fill("22:10:03");
    await page.keyboard.press("Enter");
    await at(page, "00:00:03.000");
    await page.keyboard.press("g");
    await page.getByRole("textbox", { name: "Time of the camera" }).fill("21:00");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("alert").textContent()).toBe("The video runs from 22:10:00 to 22:10:14.");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.url()).toContain("?t=00:00:03.000");
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await context.close();
  });

  test("shows the last time that was requested while the video was opening", async () => {
    let come = () => {};
    const { page, context } = await openAlone(`${otter}?t=00:00:04.000`, {}, async (page) => {
      come = await holdBack(page, "**/play");
    });
    await page.evaluate((to) => {
      location.hash = to;
    }, `${otter}?t=00:00:02.000`);
    come();
    await at(page, "00:00:02.000");
    // The address follows half a second later.
    await page.waitForTimeout(600);
    expect(page.url()).toContain("?t=00:00:02.000");
    await context.close();
  });

  test("draws the lanes once, and redraws only the line at the current time for each frame", async () => {
    const page = await open(`${otter}?t=00:00:04.000`);
    await at(page, "00:00:04.000");
    await page.getByRole("heading", { name: "Here (2)" }).waitFor();
    const drawn = await page.evaluateHandle(() => {
      const { fillText } = CanvasRenderingContext2D.prototype;
      const texts: string[] = [];
      CanvasRenderingContext2D.prototype.fillText = function (...all) {
        if (!this.canvas.matches(".picture")) texts.push(all[0]);
        fillText.apply(this, all);
      };
      return texts;
    });
    await page.keyboard.press("ArrowRight");
    await at(page, "00:00:04.067");
    expect(await drawn.jsonValue()).toEqual([]);
    // After a change of the size, texts are drawn. This shows that the test can fail.
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect.poll(() => drawn.jsonValue()).toContain("00:00:05");
  });

  test("opens the camera's earlier and later videos, and says which video is the first or the last", async () => {
    const page = await open("#/streams/1");
    await page.keyboard.press("n");
    await page.waitForURL(/#\/streams\/2/);
    await page.getByRole("heading", { level: 1, name: "2 March" }).waitFor();
    await page.keyboard.press("n");
    await page.getByText("This is the last video of Otter bend.").waitFor();
    await page.getByRole("button", { name: "Earlier" }).click();
    await page.getByRole("heading", { level: 1, name: "1 March" }).waitFor();
    await page.keyboard.press("u");
    await page.getByText("This is the first video of Otter bend.").waitFor();
    await page.keyboard.press("o");
    await page.getByText("All other videos of Otter bend have labels.").waitFor();
  });

  test("reacts to a key as soon as the next video is shown", async () => {
    const page = await open("#/streams/1");
    await page.evaluate(() => {
      const press = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
      const next = new MutationObserver(() => {
        if (!document.querySelector("h1")?.textContent.includes("2 March")) return;
        next.disconnect();
        // A person cannot press a key in the middle of a task of the browser.
        setTimeout(press);
      });
      next.observe(document.body, { childList: true, subtree: true, characterData: true });
      press();
    });
    await page.getByText("This is the last video of Otter bend.").waitFor();
  });

  test("plays the next video at once with the same speed and sound if the previous video was playing", async () => {
    const { page, context } = await openAlone("#/streams/1");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.keyboard.press("m");
    await page.getByRole("combobox", { name: "Speed" }).selectOption("0.25");
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("n");
    await page.waitForURL(/#\/streams\/2/);
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Speed" }).inputValue()).toBe("0.25");
    const sound = page.getByRole("button", { name: "Sound" });
    expect(await sound.getAttribute("aria-pressed")).toBe("false");
    await context.close();
  });

  test("plays, and stays at the frame at which it was paused", async () => {
    const page = await open(`${otter}?t=00:00:04.000`);
    await at(page, "00:00:04.000");
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await expect.poll(() => time(page).textContent()).not.toBe("00:00:04.000");
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const paused = await time(page).textContent();
    // The browser may show one more frame, which it had decoded before the key was pressed.
    let stopped: string | null = paused;
    await expect
      .poll(async () => {
        const before = stopped;
        await page.waitForTimeout(300);
        stopped = await time(page).textContent();
        return stopped === before;
      })
      .toBe(true);
    expect(secondsOf(stopped) - secondsOf(paused)).toBeLessThan(0.1);
  });

  test("decodes nothing in a hidden tab, and then continues with the picture of that moment", async () => {
    const { page, context } = await openAlone(`${otter}?t=00:00:01.000`, {}, async (page) => {
      await page.evaluate(() => {
        const { decode } = VideoDecoder.prototype;
        const decoded = { count: 0 };
        VideoDecoder.prototype.decode = function (chunk) {
          decoded.count++;
          decode.call(this, chunk);
        };
        Object.assign(globalThis, { decoded });
      });
    });
    const count = () =>
      page.evaluate(() => (globalThis as unknown as { decoded: { count: number } }).decoded.count);
    const hide = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, value });
      }, isHidden);
    await at(page, "00:00:01.000");
    expect(await page.locator("video").count()).toBe(0);
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await expect.poll(() => time(page).textContent()).not.toBe("00:00:01.000");
    await hide(true);
    await page.waitForTimeout(300);
    const [before, hidden] = [await count(), secondsOf(await time(page).textContent())];
    await page.waitForTimeout(1500);
    expect(await count()).toBe(before);
    expect(secondsOf(await time(page).textContent())).toBe(hidden);
    // The first picture after it.
    const next = page.evaluate(
      () =>
        new Promise<string | null>((resolve) => {
          const where = document.querySelector(".where b");
          if (where === null) throw new Error("There is no time.");
          const change = new MutationObserver(() => resolve(where.textContent));
          change.observe(where, { characterData: true, childList: true, subtree: true });
        }),
    );
    await hide(false);
    expect(secondsOf(await next) - hidden).toBeGreaterThan(1);
    await context.close();
  });

  test("a finger that moves, or is one of two, selects and draws nothing", async () => {
    const { page, context } = await openAlone(`${otter}?t=00:00:04.000`, { hasTouch: true });
    await at(page, "00:00:04.000");
    const { touch } = await fingersOn(page);
    const selected = page.locator(".all .label-row[aria-pressed=true]");
    const drawn = page.getByRole("button", { name: "Discard" });
    // The second label has a box.
    await page.locator(".all .label-row").nth(1).click();
    const box = await page.getByRole("application").boundingBox();
    if (box === null) throw new Error("The selected label has no box.");
    const onLabel = (x = 0, y = 0) => ({ x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y });
    /** Returns what is selected or drawn after fingers touched the screen. */
    const after = async (...places: Parameters<typeof touch>) => {
      await page.keyboard.press("Escape");
      await expect.poll(() => selected.count()).toBe(0);
      await touch(...places);
      return (await selected.count()) + (await drawn.count());
    };
    expect({
      moved: await after([onLabel()], [onLabel(30)], [onLabel(60)]),
      "moved and came back": await after([onLabel()], [onLabel(30)], [onLabel()]),
      "one of two": await after([onLabel(), onLabel(60)]),
    }).toEqual({ moved: 0, "moved and came back": 0, "one of two": 0 });

    // While "Draw" is on, two fingers enlarge the picture.
    await page.getByRole("button", { name: "Draw" }).click();
    await touch(
      [onLabel(), onLabel(60, 60)],
      [onLabel(-20), onLabel(80, 60)],
      [onLabel(-40), onLabel(100, 60)],
    );
    expect(await drawn.count()).toBe(0);
    await page.getByRole("button", { name: "Draw" }).click();

    await page.keyboard.press("0");
    expect(await after([onLabel()], [onLabel(3, 3)])).toBe(1);
    await context.close();
  });

  test("breaks no rule of axe-core, and is not wider than a phone", async () => {
    const page = await open(`${otter}?t=00:00:04.000`);
    await at(page, "00:00:04.000");
    await page.locator(".label-row").first().click();
    await page.locator(".facts").waitFor();
    await expectAccessible(page, "phone");
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("keeps a half-typed name when the cameras are fetched again", async () => {
    const { page, context } = await openAlone("#/streams/3");
    const cameras = "**/api/v1/capturesources?*";
    // Cameras that arrive after the clock is changed would be too new to be fetched again.
    await page.getByRole("heading", { level: 1, name: /^Ridge path/ }).waitFor();
    const come = await holdBack(page, cameras);
    // Cameras are fetched again after five minutes.
    await page.evaluate((to) => {
      const now = Date.now;
      Date.now = () => now() + 6 * 60_000;
      location.hash = to;
    }, otter);
    await at(page, "00:00:00.000");
    await page.keyboard.press("]");
    await page.locator(".facts h3").waitFor();
    await page.keyboard.press("s");
    const field = page.getByRole("combobox", { name: "What is it?" });
    await field.pressSequentially("mal");
    const fetched = page.waitForResponse(cameras);
    come();
    await fetched;
    await page.waitForTimeout(300);
    expect(await field.count()).toBe(1);
    expect(await field.inputValue()).toBe("mal");
    await context.close();
  });

  test("shows changes of others when the tab becomes visible again", async () => {
    const page = await open(`${otter}?t=00:00:04.000`);
    await at(page, "00:00:04.000");
    await page.getByRole("heading", { name: "Here (2)" }).waitFor();
    await page.route("**/annotations?**", async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const [row] = body.results;
      const more = { ...row, id: 1_000_000, observation: { species: "Zebra" }, identifications: [] };
      const headers = { ...response.headers(), etag: '"other"' };
      await route.fulfill({
        response,
        headers,
        json: { ...body, results: [...body.results, more], total: 3 },
      });
    });
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByRole("heading", { name: "All labels (3)" }).waitFor();
    expect(await here(page).textContent()).toBe("Here (3)");
    await page.unrouteAll();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByRole("heading", { name: "All labels (2)" }).waitFor();
  });

  describe("says what is wrong with", () => {
    const status = (code: number) => (route: Route) =>
      route.fulfill({ status: code, headers: { "Access-Control-Allow-Origin": "*" } });
    const playing = (change: (body: Record<string, unknown>) => object) => async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change(await response.json()) });
    };

    let tab: Awaited<ReturnType<typeof newTab>>;
    beforeAll(async () => {
      tab = await newTab(browser);
      await openAs(tab.page);
    });
    afterAll(() => tab?.context.close());

    test.for([
      ["a missing video", "**/camera-videos/**", status(404), "The video is no longer at its address."],
      [
        "a video that its host refuses to send",
        "**/camera-videos/**",
        status(403),
        "The host of the video refuses to send it.",
      ],
      [
        "a video whose host fails",
        "**/camera-videos/**",
        status(503),
        "The host of the video reports an error.",
      ],
      [
        "a video whose host does not answer",
        "**/camera-videos/**",
        (route: Route) => route.abort(),
        "The host of the video does not answer.",
      ],
      [
        "a file that is not a video",
        "**/camera-videos/**",
        (route: Route) => route.fulfill({ body: "text", headers: { "Access-Control-Allow-Origin": "*" } }),
        "This file cannot be read as a video.",
      ],
      [
        "a video that the page may not read, whose host does not answer",
        "**/play",
        playing((body) => ({
          ...body,
          kind: "external",
          readable: false,
          expires_at: null,
          url: "https://127.0.0.1:1/a.mp4",
        })),
        "This browser cannot play the video. Its host does not answer",
      ],
    ] as const)("%s", async ([, pattern, handle, sentence]) => {
      const { page } = tab;
      await page.getByRole("link", { name: "Streams" }).click();
      // Without this wait, the page may miss that the address changes and changes back.
      await page.locator(".viewer").waitFor({ state: "detached" });
      await page.route(pattern, handle);
      await page.evaluate((to) => {
        location.hash = to;
      }, otter);
      expect(await page.getByRole("alert").textContent()).toContain(sentence);
      // The labels of the video remain.
      await page.locator(".label-row").first().waitFor();
      await page.unrouteAll();
      await page.getByRole("button", { name: "Try again" }).click();
      await at(page, "00:00:00.000");
    });

    test("a video that plays although the page may not read its bytes", async () => {
      const { page, context } = await openAlone(`${otter}?t=00:00:04.000`, {}, (page) =>
        page.route(
          "**/play",
          playing((body) => ({ ...body, kind: "external", readable: false, expires_at: null })),
        ),
      );
      await page.getByText("The host does not let this page read the video").waitFor();
      await at(page, "00:00:04.000");
      await page.keyboard.press("ArrowRight");
      await at(page, "00:00:04.067");
      await page.keyboard.press("ArrowLeft");
      await at(page, "00:00:04.000");
      await context.close();
    });

    test("a stream that does not exist", async () => {
      await tab.page.evaluate(() => {
        location.hash = "#/streams/999999";
      });
      await tab.page.getByRole("heading", { name: "There is no stream 999999." }).waitFor();
    });
  });

  test("continues at the same frame when the URL of a media element has expired", async () => {
    const { page, context, requests } = await openAlone(`${otter}?t=00:00:04.000`, {}, async (page) => {
      await page.evaluate(withoutDecoder);
      // Ten seconds pass when `passTime` is called.
      await page.evaluate(() => {
        const wait = setTimeout;
        const waitOrNot = (act: () => void, ms?: number) => {
          if (ms !== 10_000) return wait(act, ms);
          Object.assign(globalThis, { passTime: act });
          return 0;
        };
        Object.assign(globalThis, { setTimeout: waitOrNot });
      });
      await page.route("**/play", async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        // The first URL expires at once, so it is renewed as soon as allowed: after ten seconds.
        await route.fulfill({ response, json: { ...body, expires_at: new Date().toISOString() } });
      });
    });
    await at(page, "00:00:04.000");
    // The reloaded video shows its beginning for a while. A key is pressed meanwhile.
    await page.evaluate(() => {
      const shown = new Set<string>();
      const where = document.querySelector(".where b");
      new MutationObserver(() => shown.add(where?.textContent ?? "")).observe(document, {
        characterData: true,
        subtree: true,
      });
      const video = document.querySelector("video");
      const delay = (event: Event) => {
        event.stopImmediatePropagation();
        setTimeout(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })), 200);
        setTimeout(() => video?.dispatchEvent(new Event("loadeddata")), 400);
      };
      video?.addEventListener("loadeddata", delay, { once: true });
      Object.assign(globalThis, { shown });
      (globalThis as unknown as { passTime: () => void }).passTime();
    });
    const plays = () => requests.filter((url) => url.endsWith("/play")).length;
    await expect.poll(plays).toBeGreaterThan(1);
    await at(page, "00:00:04.067");
    const shown = await page.evaluate(() => [...(globalThis as unknown as { shown: Set<string> }).shown]);
    expect(shown.filter((time) => time !== "00:00:04.000")).toEqual(["00:00:04.067"]);
    await context.close();
  });
});

/** Takes the decoder from the page, as browsers do on insecure origins. Runs in the page. */
function withoutDecoder(): void {
  Reflect.deleteProperty(globalThis, "VideoDecoder");
}
