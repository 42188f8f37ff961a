import { readFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium as driver, type Page } from "playwright-core";
import { inject } from "vitest";
import { chromium } from "../../support/chromium.ts";

export { chromium };

/** Starts the installed Chromium. */
export function startBrowser(): Promise<Browser> {
  return driver.launch({
    ...(chromium === undefined ? {} : { executablePath: chromium }),
    // It runs as root and in containers, and only loads pages of the stack.
    args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"],
  });
}

type Screen = { readonly width: number; readonly height: number; readonly dark?: boolean };

/** Opens the page of the shared stack, signed in as its admin through the link that `npm start` prints. */
export async function openApp(browser: Browser, { dark = false, ...viewport }: Screen): Promise<Page> {
  const { dataDir } = inject("service");
  const { signInLink } = JSON.parse(readFileSync(path.join(dataDir, "running.json"), "utf8"));
  const page = await browser.newPage({ viewport, colorScheme: dark ? "dark" : "light" });
  await page.goto(signInLink);
  await page.getByRole("button", { name: /Local admin/ }).click();
  await page.getByRole("navigation").waitFor();
  return page;
}

/** Goes to a place of the page without loading it again. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}
