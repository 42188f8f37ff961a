import type { Page } from "playwright-core";

export type Place = { readonly x: number; readonly y: number };

/** Returns a function that touches the screen with some fingers. Needs a tab with `hasTouch`. */
export async function fingersOn(page: Page) {
  const device = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", places: readonly Place[]) =>
    device.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: places.map((place, id) => ({ ...place, id })),
    });
  /**
   * Puts fingers down one after the other, moves them together, and lifts them. Then waits for the next picture.
   * @param first the places of the fingers, in CSS pixels of the page
   * @param then the later places of the same fingers
   */
  return async (first: readonly Place[], ...then: readonly (readonly Place[])[]): Promise<void> => {
    for (const n of first.keys()) await send("touchStart", first.slice(0, n + 1));
    for (const places of then) await send("touchMove", places);
    await send("touchEnd", []);
    await page.evaluate(
      () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
    );
  };
}
