import type { Page } from "playwright-core";
import type { Box, Point, Size } from "../../../web/picture/view.ts";

export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} as const;

/** Returns a function that converts a point of the picture, which is not enlarged, to a place on the screen. */
export async function placesOn(page: Page, picture: Size): Promise<(at: Point) => Point> {
  const box = await page.getByRole("img", { name: /picture/ }).boundingBox();
  if (box === null) throw new Error("There is no picture.");
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const left = box.x + (box.width - picture.width * scale) / 2;
  const top = box.y + (box.height - picture.height * scale) / 2;
  return ({ x, y }) => ({ x: left + x * scale, y: top + y * scale });
}

/** Returns the box that can be moved, as the page tells it to screen readers. */
export async function boxOn(page: Page): Promise<Box | undefined> {
  const [element] = await page.getByRole("application").all();
  const [x1, y1, width, height] = [
    ...((await element?.getAttribute("aria-label")) ?? "").matchAll(/\d+/g),
  ].map(Number);
  if (x1 === undefined || y1 === undefined || width === undefined || height === undefined) return undefined;
  return { x1, y1, x2: x1 + width - 1, y2: y1 + height - 1 };
}

/** Returns by how many pixels the page is wider than the screen. */
export function tooWide(page: Page): Promise<number> {
  return page.evaluate(
    (width) => Math.max(0, document.documentElement.scrollWidth - width),
    phone.viewport.width,
  );
}
