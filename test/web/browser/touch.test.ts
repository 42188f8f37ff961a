import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasBrowser, launch, newTab, openAs, people, violations } from "../support/browser.ts";
import { fingersOn, type Place } from "../support/fingers.ts";
import { boxOn, phone, placesOn, tooWide } from "../support/phone.ts";

const size = { width: 640, height: 360 };

// The labels stay in the browser, which is offline: the demonstration must stay as it is.
describe.skipIf(!hasBrowser)("drawing with fingers on a phone", () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let fingers: Awaited<ReturnType<typeof fingersOn>>;
  let at: (x: number, y: number) => Place;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    ({ page, context } = await newTab(browser, phone));
    await openAs(page, people.annotator);
    await page.evaluate(() => {
      location.hash = "#/streams/2?t=00:00:04.000";
    });
    await page.getByRole("heading", { name: /^All labels/ }).waitFor();
    await page.locator(".where b", { hasText: "00:00:04.000" }).waitFor();
    await context.setOffline(true);
    fingers = await fingersOn(page);
    const place = await placesOn(page, size);
    at = (x, y) => place({ x, y });
  });
  afterEach(() => context?.close());

  const draw = () => page.getByRole("button", { name: "Draw", exact: true });
  const discard = () => page.getByRole("button", { name: "Discard" });
  const loupe = () => page.locator(".loupe");
  const undo = () => page.getByRole("button", { name: "Undo" });

  async function expectGoodLooks() {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    expect(await tooWide(page)).toBe(0);
  }

  /** Returns where an element is on the screen. */
  async function spotOf(selector: string) {
    const box = await page.locator(selector).boundingBox();
    if (box === null) throw new Error(`There is no ${selector}.`);
    return { ...box, bottom: box.y + box.height };
  }

  test("draws a box under a loupe, moves a corner by a handle and by buttons, and saves and names it in a sheet", async () => {
    await draw().tap();
    await page.getByText("Drag on the picture, or tap two opposite corners.").waitFor();
    await expectGoodLooks();
    const end = at(300, 220);
    await fingers.hold([at(100, 100)], [at(200, 150)], [end]);
    await loupe().waitFor();
    const lens = await spotOf(".loupe");
    expect([lens.width, lens.height]).toEqual([120, 120]);
    expect(lens.x + 60).toBeCloseTo(end.x, 0);
    expect(lens.y + 60).toBeCloseTo(end.y - 70, 0);
    await fingers.lift();
    await loupe().waitFor({ state: "detached" });
    await expect.poll(() => boxOn(page)).toEqual({ x1: 100, y1: 100, x2: 299, y2: 219 });
    await expectGoodLooks();
    const sheet = await spotOf(".draft-bar");
    expect([sheet.x, sheet.width, sheet.bottom]).toEqual([0, phone.viewport.width, phone.viewport.height]);

    // The lower right corner is chosen, because the box ended there.
    await page.getByRole("group", { name: "Move the lower right corner by a pixel" }).waitFor();
    await page.getByRole("button", { name: "Right", exact: true }).tap();
    await page.getByRole("button", { name: "Up", exact: true }).tap();
    await expect.poll(() => boxOn(page)).toEqual({ x1: 100, y1: 100, x2: 300, y2: 218 });

    // The finger is beside the upper left corner, and stays at this distance.
    await fingers.touch([at(88, 92)], [at(100, 100)], [at(98, 72)]);
    await expect.poll(() => boxOn(page)).toEqual({ x1: 110, y1: 80, x2: 300, y2: 218 });

    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByRole("combobox", { name: "What is it?" }).waitFor();
    await expectGoodLooks();
    expect((await spotOf(".naming")).bottom).toBe(phone.viewport.height);
    await page.getByRole("button", { name: "Name it later" }).tap();
    await page.locator(".naming").waitFor({ state: "detached" });
    expect(await page.getByText("saving …").count()).toBeGreaterThan(0);

    // The saved label is corrected in the same way. An arrow and a drag right after it both count.
    await draw().tap();
    await page.getByRole("group", { name: "Move the box by a pixel" }).waitFor();
    await page.getByRole("button", { name: "Left", exact: true }).tap();
    await fingers.touch([at(305, 225)], [at(320, 235)], [at(325, 245)]);
    await expect.poll(() => boxOn(page)).toEqual({ x1: 109, y1: 80, x2: 319, y2: 238 });
    await page.getByRole("button", { name: "Done" }).tap();
    expect(await draw().getAttribute("aria-pressed")).toBe("false");
  });

  test("a second finger takes back what the first one has begun, and a resting finger begins to draw", async () => {
    const before = await page.getByRole("heading", { name: /^All labels/ }).textContent();
    await draw().tap();
    const [a, b, c] = [at(400, 60), at(460, 120), at(560, 160)];
    await fingers.hold([a]);
    await loupe().waitFor();
    await fingers.lift();
    // A finger that rests and does not move taps: this is the first of two corners.
    await discard().tap();
    await discard().waitFor({ state: "detached" });

    await fingers.hold([a], [b]);
    await loupe().waitFor();
    await fingers.hold([b, c], [a, c], [b, c]);
    await loupe().waitFor({ state: "detached" });
    await fingers.lift();
    expect(await discard().count()).toBe(0);
    expect(await undo().isDisabled()).toBe(true);
    expect(await page.getByRole("heading", { name: /^All labels/ }).textContent()).toBe(before);
  });

  test("while Draw is off, a finger scrolls the page, moves an enlarged picture, and draws nothing", async () => {
    const scrolled = () => page.evaluate(() => scrollY);
    const [low, high] = [at(320, 330), at(320, 30)];
    await fingers.touch([low], [at(320, 200)], [high]);
    await expect.poll(scrolled).toBeGreaterThan(20);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(scrolled).toBe(0);

    // Two fingers enlarge the picture and move it.
    const zoom = page.getByRole("button", { name: /^\d+ %$/ });
    await fingers.touch([at(300, 180), at(340, 180)], [at(240, 180), at(400, 180)]);
    await zoom.waitFor();
    const picture = page.locator("canvas.picture");
    const pixels = () => picture.screenshot().then((png) => png.toString("base64"));
    const before = await pixels();
    await fingers.touch([low], [at(320, 200)], [high]);
    expect(await scrolled()).toBe(0);
    await expect.poll(pixels).not.toBe(before);
    expect(await discard().count()).toBe(0);
    expect(await undo().isDisabled()).toBe(true);
  });
});
