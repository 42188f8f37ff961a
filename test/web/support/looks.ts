import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "./browser.ts";

const wide = { width: 1280, height: 800 };
const phone = { width: 320, height: 640 };

/** Returns the names of the tables that are wider than their place on the screen, so that a part of them is cut off. */
export function cutTables(page: Page): Promise<readonly (string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".table-box")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((table) => table.getAttribute("aria-label")),
  );
}

let isEach = false;
let turn = 0;

/** Checks each state in both colour schemes from now on. */
export function lookInEveryWay(): void {
  isEach = true;
}

/**
 * Expects that the page breaks no rule of accessibility. Checks light and dark in turn, or both in
 * `every-look.long.test.ts`.
 * @param dark the size of the screen for the dark scheme
 */
export async function expectAccessible(page: Page, dark: "wide" | "phone" = "wide"): Promise<void> {
  const looks = [
    { colorScheme: "light", size: wide },
    { colorScheme: "dark", size: dark === "wide" ? wide : phone },
  ] as const;
  for (const { colorScheme, size } of isEach ? looks : looks.slice(turn++ % 2).slice(0, 1)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(wide);
}
