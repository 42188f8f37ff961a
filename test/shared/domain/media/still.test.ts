import { expect, test } from "vitest";
import * as z from "zod/mini";
import { WantedStills } from "../../../../shared/domain/media/still.ts";

test.each([
  [{}],
  [{ items: [] }],
  [{ items: Array.from({ length: 51 }, () => ({ videostream: 1, time: "00:00:00" })) }],
  [{ items: [{ videostream: 1, time: "00:00:00", width: 321 }] }],
  [{ items: [{ videostream: 1, time: "00:00:00", width: "320" }] }],
  [{ items: [{ videostream: 1, time: "00:00:00", crop: "label:0" }] }],
  [{ items: [{ videostream: 1, time: "00:00:00", crop: "label:1,2" }] }],
  [{ items: [{ videostream: 1, time: "00:00:00", crop: "box:1,2,3,4" }] }],
  [{ items: [{ videostream: 1, time: "00:00:00-00:00:05" }] }],
  [{ items: [{ videostream: 1, time: "00:00:00", type: "video/mp4" }] }],
  [{ items: [{ videostream: "1", time: "00:00:00" }] }],
  [{ items: [{ videostream: -1, time: "00:00:00" }] }],
])("a request for stills is rejected for the body %j", (body) => {
  expect(z.safeParse(WantedStills, body).success).toBe(false);
});
