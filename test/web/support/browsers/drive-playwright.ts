import { chromium } from "playwright-core";
// Later versions of playwright-core do not start an installed Firefox.
import { firefox } from "playwright-core-firefox";
import type { Tab } from "./tab.ts";

/** Width and height of a window, in CSS pixels. */
export type WindowSize = { readonly width: number; readonly height: number };

/** Opens a tab in Chromium. @param binary path of the program */
export async function openChromium(binary: string, size: WindowSize): Promise<Tab> {
  // Without its sandbox, Chromium runs as root and in containers, too. It loads only pages of the local stack.
  const browser = await chromium.launch({ executablePath: binary, args: ["--no-sandbox"] });
  return tabOf("Chromium", browser, size);
}

/** Opens a tab in Firefox. @param binary path of the program */
export async function openFirefox(binary: string, size: WindowSize): Promise<Tab> {
  const browser = await firefox.launch({ channel: "moz-firefox", executablePath: binary });
  return tabOf("Firefox", browser, size);
}

type Browser = Awaited<ReturnType<typeof chromium.launch | typeof firefox.launch>>;

async function tabOf(name: string, browser: Browser, viewport: WindowSize): Promise<Tab> {
  const page = await browser.newPage({ viewport });
  return {
    browser: `${name} ${browser.version()}`,
    async goTo(url) {
      await page.goto(url);
    },
    run: (work, arg) => page.evaluate(work as never, arg),
    press: (keys) => page.keyboard.press(keys),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
    },
    close: () => browser.close(),
  };
}
