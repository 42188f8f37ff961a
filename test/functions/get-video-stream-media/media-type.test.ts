import { expect, test } from "vitest";
import { chooseMediaType } from "../../../functions/get-video-stream-media/media-type.ts";

const offered = ["image/jpeg", "video/mp4"] as const;

test.each([
  ["image/jpeg", "image/jpeg"],
  ["VIDEO/MP4", "video/mp4"],
  ["video/*", "video/mp4"],
  ["*/*", "image/jpeg"],
  ["image/webp, */*;q=0.1", "image/jpeg"],
  ["image/jpeg;q=0, video/mp4;q=0.2", "video/mp4"],
  ["image/jpeg;q=0.5, video/mp4", "video/mp4"],
])("the header Accepts: %s chooses %s", (accept, type) => {
  expect(chooseMediaType(accept, offered)).toBe(type);
});

test.each(["text/html", "", "image", "image/jpeg;q=0", "\u0000"])(
  "the header Accepts: %j is not acceptable",
  (accept) => {
    expect(() => chooseMediaType(accept, offered)).toThrow(
      expect.objectContaining({ code: "not-acceptable" }),
    );
  },
);

test("the header Accepts is required", () => {
  expect(() => chooseMediaType(undefined, offered)).toThrow(
    expect.objectContaining({
      errors: [{ part: "header", field: "/Accepts", detail: expect.any(String) }],
    }),
  );
});
