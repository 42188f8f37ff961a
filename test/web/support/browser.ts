import { readFileSync } from "node:fs";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from "playwright-core";
import { inject } from "vitest";
import { chromium } from "../../support/chromium.ts";

/** `true` if a browser for the tests of the page is installed. */
export const hasBrowser: boolean = chromium !== undefined;

/** The stack with the demonstration data. */
export const demonstration = hasBrowser
  ? inject("demonstration")
  : { origin: "", s3Origin: "", signInLink: "", logFile: "" };

export function launch(): Promise<Browser> {
  // Allows Chromium to run as root and in containers. It only loads pages of the local stack.
  return driver.launch({ executablePath: chromium ?? "", args: ["--no-sandbox"] });
}

export const people = {
  curator: "ana@demo.localhost",
  annotator: "ben@demo.localhost",
} as const;

/** Opens a tab in a new browser profile, and records its activity. */
export async function newTab(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  // The policy forbids foreign scripts, but scripts that the browser itself injects are allowed.
  await context.addInitScript({ content: axe.source });
  // This is shorter than a test's timeout, so that a failure names its line. It also applies to the test's own pages.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const requests: string[] = [];
  const tokens = new Set<string>();
  const complaints: string[] = [];
  page.on("request", (request) => {
    requests.push(request.url());
    const [, token] = (request.headers()["authorization"] ?? "").split(" ");
    if (token) tokens.add(token);
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return {
    context,
    page,
    /** URL of every request that the page made. */
    requests,
    /** Every token that the page sent. */
    tokens,
    /** Problems that the browser reported: violations of the policy, failed loads, exceptions. */
    complaints,
  };
}

/** Opens the link that `npm start` prints, and signs in as a person. */
export async function signIn(
  page: Page,
  email: string = people.curator,
  link: string = demonstration.signInLink,
): Promise<void> {
  await page.goto(link);
  await page.locator(`button[value="${email}"]`).click();
  await page.getByRole("button", { name: ": account" }).waitFor();
}

/** The issuer's cookies for each person who is signed in, by e-mail address. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext["cookies"]>>>();

/** Opens the page as a person. The person signs in once per test file, because a session halves the time. */
export async function openAs(page: Page, email: string = people.curator): Promise<void> {
  const cookies = sessions.get(email);
  if (cookies === undefined) {
    await signIn(page, email);
    sessions.set(email, await page.context().cookies());
    return;
  }
  await page.context().addCookies(cookies);
  await page.goto(`${demonstration.origin}/api/v1/app`);
  await page.getByRole("button", { name: ": account" }).waitFor();
}

/** Waits until the browser has stored the unsaved changes. If the tab is closed earlier, they are lost. */
export async function kept(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: `${count} waiting` }).click();
  await page.getByText("Until then, this browser keeps").waitFor();
}

/** Blocks the page's storage, as a slow disk does. @returns a function that unblocks it */
export async function holdStore(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(async () => {
    const all = await indexedDB.databases();
    const { name = "" } = all.find(({ name }) => name?.startsWith("unsaved labels")) ?? {};
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    // Other transactions on the same table wait for this one, which lasts while it has requests.
    const entries = database.transaction("entries", "readwrite").objectStore("entries");
    const state = { isHeld: true };
    const goOn = () => {
      if (state.isHeld) entries.count().onsuccess = goOn;
      else database.close();
    };
    goOn();
    return state;
  });
  return () =>
    held.evaluate((state) => {
      state.isHeld = false;
    });
}

/** Returns the rules of accessibility (WCAG 2.2 A and AA) that the page breaks. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof import("axe-core") }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  });
  return found;
}

/** Returns the functions' log so far. */
export function functionLog(): string {
  return readFileSync(demonstration.logFile, "utf8");
}
