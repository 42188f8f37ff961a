import { existsSync } from "node:fs";
import { chromium as installedChromium } from "../../../support/chromium.ts";
import { openChromium, openFirefox, type WindowSize } from "./drive-playwright.ts";
import { openWebKit } from "./drive-webkit.ts";
import { canShow, canSound } from "./screen-and-sound.ts";
import type { Tab } from "./tab.ts";

/** A browser in which the page is tested. */
export type TestedBrowser = {
  readonly name: string;
  /** Opens a tab with a new profile. */
  readonly open: (size: WindowSize) => Promise<Tab>;
};

const chromium = installedChromium;
const firefox = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((place) => existsSync(place));
const webKitDriver = ["/usr/bin/WebKitWebDriver"].find((place) => existsSync(place));
const miniBrowser = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec", "/usr/lib"]
  .map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`)
  .find((place) => existsSync(place));

const missing: string[] = [];
const browsers: TestedBrowser[] = [];

if (chromium === undefined) missing.push("Chromium is not installed (chromium).");
else browsers.push({ name: "Chromium", open: (size) => openChromium(chromium, size) });

if (firefox === undefined) missing.push("Firefox is not installed (firefox-esr).");
else browsers.push({ name: "Firefox", open: (size) => openFirefox(firefox, size) });

if (webKitDriver === undefined || miniBrowser === undefined) {
  missing.push("WebKitGTK is not installed (webkit2gtk-driver).");
} else if (!canShow()) {
  missing.push("WebKitGTK has no screen (xvfb).");
} else {
  const programs = { driver: webKitDriver, browser: miniBrowser };
  browsers.push({ name: "WebKitGTK", open: (size) => openWebKit(programs, size) });
}
if (!canSound()) missing.push("There is no sound server (pulseaudio).");

/**
 * Returns the browsers that are installed, and says which are not. `BROWSERS` names those to test, such as
 * `firefox,webkitgtk`, or is `all`. @throws Error if one of these is missing
 */
export function testedBrowsers(): readonly TestedBrowser[] {
  const wanted = process.env["BROWSERS"];
  if (wanted === "all" && missing.length > 0) throw new Error(missing.join(" "));
  if (wanted === undefined || wanted === "all") {
    for (const sentence of missing) console.warn(`Not tested: ${sentence}`);
    return browsers;
  }
  return wanted.split(",").map((name) => {
    const found = browsers.find((browser) => browser.name.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new Error(`${name} cannot be tested. ${missing.join(" ")}`);
    return found;
  });
}
