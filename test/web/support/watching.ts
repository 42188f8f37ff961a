import { readFileSync } from "node:fs";
import { inject } from "vitest";
import { stackAdmin } from "../../../local/running-stack.ts";
import type {} from "../../support/stack/serve.ts";
import { type Tab, until } from "./browsers/tab.ts";

/** Signs in as the admin of the stack. */
export async function signInAsAdmin(tab: Tab): Promise<void> {
  const { signInLink } = JSON.parse(readFileSync(`${inject("service").dataDir}/running.json`, "utf8"));
  await tab.goTo(signInLink);
  // The page itself goes to the issuer.
  await until(
    tab,
    (email) => {
      const button = document.querySelector<HTMLElement>(`button[value="${email}"]`);
      button?.click();
      return button !== null;
    },
    stackAdmin,
  );
  await until(tab, () => document.querySelector('[aria-label$=": account"]') !== null, null);
}

/** Goes to an address of the page without reloading it. */
export async function goToHash(tab: Tab, hash: string): Promise<void> {
  await tab.run((to) => {
    location.hash = to;
  }, hash);
}

/** Opens a stream, and waits for its labels and for its picture. */
export async function openStream(tab: Tab, stream: number): Promise<void> {
  await goToHash(tab, `#/streams/${stream}`);
  await until(
    tab,
    () =>
      document.querySelector(".label-row") !== null &&
      /frame \d/.test(document.querySelector(".where")?.textContent ?? ""),
    null,
  );
}

/** Waits until the page shows the frame of a time. */
export async function atTime(tab: Tab, time: string): Promise<void> {
  await until(tab, (wanted) => document.querySelector(".where b")?.textContent === wanted, time);
}

/** Returns the number of media elements in the page. A video that the browser's decoder plays has none. */
export function mediaElements(tab: Tab): Promise<number> {
  return tab.run(() => document.querySelectorAll("video").length, null);
}

/** Sets the speed. */
export async function setSpeed(tab: Tab, rate: number): Promise<void> {
  await tab.run((value) => {
    const speeds = document.querySelector<HTMLSelectElement>('select[aria-label="Speed"]');
    if (speeds === null) throw new Error("There are no speeds.");
    speeds.value = value;
    speeds.dispatchEvent(new Event("change", { bubbles: true }));
  }, String(rate));
}
