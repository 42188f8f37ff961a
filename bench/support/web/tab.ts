import type { Browser, Page } from "playwright-core";
import { curator } from "./place.ts";

/** A link of 20 Mbit/s, with 50 ms until each response. */
const link = { offline: false, latency: 50, downloadThroughput: 20e6 / 8, uploadThroughput: 20e6 / 8 };

type Cookies = Awaited<ReturnType<import("playwright-core").BrowserContext["cookies"]>>;

/** A tab of a new browser profile. */
export async function newTab(browser: Browser, cookies: Cookies = []) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const devtools = await context.newCDPSession(page);
  return { context, page, devtools };
}

export type Tab = Awaited<ReturnType<typeof newTab>>;

/** Slows the network of a tab down to the link that the budgets assume. */
export async function slowDown({ devtools }: Tab): Promise<void> {
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", link);
}

/** Opens the link that `npm start` prints, and chooses a person. */
export async function signIn(page: Page, signInLink: string): Promise<void> {
  await page.goto(signInLink);
  await page.locator(`button[value="${curator}"]`).click();
  await page.getByRole("button", { name: ": account" }).waitFor();
}

/** Goes to a place of the page without loading it again. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** Collects the requests of a page, and provides a function that waits until the page sends no more. */
export function requestsOf(page: Page) {
  const asked: string[] = [];
  let open = 0;
  page.on("request", (request) => {
    asked.push(request.url());
    open++;
  });
  page.on("requestfinished", () => open--);
  page.on("requestfailed", () => open--);
  const settled = async () => {
    for (let known = -1, quiet = 0; quiet < 10; ) {
      await page.waitForTimeout(100);
      quiet = open === 0 && asked.length === known ? quiet + 1 : 0;
      known = asked.length;
    }
  };
  return { asked, settled };
}

/** Opens a stream and waits for its picture and its labels. */
export async function watch(page: Page, stream: number): Promise<void> {
  await goTo(page, `#/streams/${stream}`);
  await page.locator(".where", { hasText: /frame \d/ }).waitFor();
  await page.locator(".label-row").first().waitFor();
  // The counter of fetched labels disappears when all of them have arrived.
  await page.locator(".labels .appears-late").waitFor({ state: "detached" });
}
