import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, launch, newTab, openAs } from "../support/browser.ts";
import { holdBack } from "../support/hold-back.ts";

/** The stream of the demonstration that has a video with two labels. */
const otter = "#/streams/2";

/** Even on a slow link, the action of a key runs, waits, or is refused with a message. */
describe.skipIf(!hasBrowser)("early keys", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch();
    ({ page } = await newTab(browser));
    await openAs(page);
  });
  afterAll(() => browser?.close());

  let held: (() => void)[] = [];
  afterEach(async () => {
    for (const release of held) release();
    held = [];
    await page.unrouteAll({ behavior: "wait" });
  });

  /** Holds back the responses to some requests until the returned function is called. */
  async function hold(pattern: string) {
    const release = await holdBack(page, pattern);
    held.push(release);
    const asked = page.waitForRequest(pattern);
    return async () => {
      await asked;
      release();
    };
  }
  async function show(hash: string) {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }
  async function leave() {
    await page.getByRole("link", { name: "Streams" }).click();
    await page.getByRole("main").getByRole("heading", { name: "Streams" }).waitFor();
  }
  const at = (text: string) => page.locator(".where b").filter({ hasText: text }).waitFor();
  const picture = () => page.getByRole("img", { name: /picture/ }).waitFor();

  test("select the next label once the labels have arrived", async () => {
    await leave();
    const release = await hold("**/api/v1/annotations?**");
    await show(`${otter}?t=00:00:01.000`);
    await at("00:00:01.000");
    await page.keyboard.press("]");
    await release();
    await page.getByRole("heading", { name: "Eurasian otter Lutra lutra", level: 3 }).waitFor();
    await at("00:00:02.467");
  });

  test("step through frames from the first picture, once it has arrived", async () => {
    await leave();
    const release = await hold("**/play");
    await show(`${otter}?t=00:00:04.000`);
    await picture();
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await release();
    await at("00:00:04.134");
  });

  test("take effect once the screen has loaded", async () => {
    await leave();
    // This stream was not opened before.
    const release = await hold("**/api/v1/videostreams/1");
    await show("#/streams/1?t=00:00:01.000");
    await page.waitForURL(/streams\/1/);
    await page.keyboard.press("h");
    await page.keyboard.press("n");
    await release();
    await page.getByRole("heading", { level: 1, name: "2 March" }).waitFor();
  });

  test("open the last video and say that it is the last if the key for the next video is pressed too often", async () => {
    await leave();
    await show("#/streams/1");
    await page.getByRole("heading", { level: 1, name: "1 March" }).waitFor();
    await picture();
    const release = await hold("**/api/v1/videostreams?**");
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    await release();
    await page.getByRole("heading", { level: 1, name: "2 March" }).waitFor();
    await page.getByText("This is the last video of Otter bend.").waitFor();
  });

  test("show the reason if they have no effect", async () => {
    await leave();
    await show(`${otter}?t=00:00:00.000`);
    await at("00:00:00.000");
    await page.getByRole("heading", { name: "Here (0)" }).waitFor();
    const says = async (key: string, answer: string) => {
      await page.keyboard.press(key);
      await page.getByText(answer).waitFor();
    };
    await says("(", "Select a label first.");
    await says("b", "Select a label first.");
    await page.keyboard.press("]");
    await page.getByRole("heading", { level: 3 }).waitFor();
    await page.keyboard.press("]");
    await says("]", "No label begins later.");
  });

  test("decide no label in Review before it is visible, and say that nothing was decided", async () => {
    await leave();
    const release = await hold("**/api/v1/annotations?**");
    await show("#/review");
    await page.getByRole("heading", { name: "To review" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("The labels are still loading. Nothing was decided.").waitFor();
    await release();
    await page.getByRole("listbox").waitFor();
    expect(await page.locator(".crop.agreed").count()).toBe(0);
    await page.keyboard.press("z");
    await page.getByText("There is nothing to undo here.").waitFor();
  });
});
