import type { Page } from "playwright-core";

export type Place = { readonly x: number; readonly y: number };

/** Returns functions that touch the screen with some fingers. They need a tab with `hasTouch`. */
export async function fingersOn(page: Page) {
  const device = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", places: readonly Place[]) =>
    device.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: places.map((place, id) => ({ ...place, id })),
    });
  const isShown = () =>
    page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  let held = 0;
  /** Lifts all fingers, and waits for the next picture. */
  const lift = async () => {
    await send("touchEnd", []);
    held = 0;
    await isShown();
  };
  /**
   * Puts fingers down one after the other, in addition to those that are down, and moves them together.
   * @param first the places of the fingers, in CSS pixels of the page
   * @param then the later places of the same fingers
   */
  const hold = async (first: readonly Place[], ...then: readonly (readonly Place[])[]) => {
    while (held < first.length) {
      held += 1;
      await send("touchStart", first.slice(0, held));
    }
    for (const places of then) await send("touchMove", places);
  };
  /** Puts fingers down, moves them together, and lifts them. */
  const touch = async (...places: Parameters<typeof hold>): Promise<void> => {
    await hold(...places);
    await lift();
  };
  return { touch, hold, lift };
}
