import { afterEach, expect, test, vi } from "vitest";
import { Kept } from "../../../web/player/kept.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Pictures and their copies, which know whether they are open. */
function begin({ isPhone = false, size = { width: 640, height: 360 } } = {}) {
  const open = new Set<object>();
  class ImageBitmap {
    readonly time: number;
    constructor(time: number) {
      this.time = time;
      open.add(this);
    }
    close() {
      open.delete(this);
    }
  }
  vi.stubGlobal("ImageBitmap", ImageBitmap);
  vi.stubGlobal("matchMedia", () => ({ matches: isPhone }));
  vi.stubGlobal("createImageBitmap", async ({ time }: { time: number }) => {
    await new Promise(setImmediate);
    return new ImageBitmap(time);
  });
  const picture = (time: number) => {
    const image = { time, close: () => open.delete(image) };
    open.add(image);
    return { time, image: image as unknown as VideoFrame };
  };
  return { open, picture, kept: new Kept(size) };
}

test("keeps copies of the pictures that are nearest to the last one, and closes all others", async () => {
  const { open, picture, kept } = begin();
  for (let n = 0; n < 50; n++) await kept.add(picture(n));
  expect(open.size).toBe(30);
  expect(await kept.take(19)).toBeUndefined();
  const copy = await kept.take(20);
  expect(copy).toMatchObject({ time: 20 });
  // Steps back: the latest ones are farther now.
  for (let n = 10; n < 20; n++) await kept.add(picture(n));
  expect(await kept.take(49)).toBeUndefined();
  expect(await kept.take(19)).toMatchObject({ time: 19 });
});

test("waits for a copy that is being made, and keeps a copy that is given back", async () => {
  const { picture, kept } = begin();
  void kept.add(picture(1));
  const copy = await kept.take(1);
  if (copy === undefined) throw new Error("There is no copy.");
  expect(await kept.take(1)).toBeUndefined();
  await kept.add({ image: copy, time: 1 });
  expect(await kept.take(1)).toBe(copy);
});

test("closes all copies when it is closed, and those that are made later", async () => {
  const { open, picture, kept } = begin();
  await kept.add(picture(1));
  const adding = kept.add(picture(2));
  kept.close();
  await adding;
  expect(open.size).toBe(0);
});

test("keeps fewer large pictures: 128 MB, on phones 48 MB", () => {
  const size = { width: 3840, height: 2160 };
  expect([begin({ size }).kept.max, begin({ size, isPhone: true }).kept.max]).toEqual([4, 3]);
});
