import { expect, test } from "vitest";
import { fetchInParts } from "../../../../shared/media/fetch/in-parts.ts";
import { jobLimits, startMeter } from "../../../../shared/media/fetch/limits.ts";

const half = 2 ** 19;
const range = (value: string) => ({ headers: { Range: value } });

/** A source that returns one byte for each request, and the ranges that it was asked for. */
function source(status: number, contentRange?: string) {
  const asked: (string | null)[] = [];
  const meter = startMeter(jobLimits.still);
  const get = fetchInParts(async (_, init) => {
    asked.push(new Headers(init?.headers).get("range"));
    const headers = contentRange === undefined ? {} : { "content-range": contentRange };
    return new Response("a", { status, headers });
  }, meter);
  return { asked, meter, get };
}

test("requests an open range in parts as large as the bytes that the job has read", async () => {
  const { asked, meter, get } = source(206, "bytes 0-0/9000000");
  await get("https://video.example", range("bytes=0-"));
  meter.countBytes(half);
  await get("https://video.example", range("bytes=700-"));
  meter.countBytes(half);
  await get("https://video.example", range("bytes=700-"));
  expect(asked).toEqual([`bytes=0-${half - 1}`, `bytes=700-${half + 699}`, `bytes=700-${2 * half + 699}`]);
});

test.each([
  ["a range with an end", { headers: { Range: "bytes=5-9" } }, ["bytes=5-9"]],
  ["no range", {}, [null]],
])("passes on a request with %s unchanged", async (_, init, expected) => {
  const { asked, get } = source(206, "bytes 5-9/10");
  await get("https://video.example", init);
  expect(asked).toEqual(expected);
});

test.each([
  ["without a total size", "bytes 0-524287/*"],
  ["without Content-Range", undefined],
])("requests the whole range after a part %s", async (_, contentRange) => {
  const { asked, get } = source(206, contentRange);
  expect(await (await get("https://video.example", range("bytes=0-"))).text()).toBe("a");
  expect(asked).toEqual([`bytes=0-${half - 1}`, "bytes=0-"]);
});

test("returns a response that is not a part", async () => {
  const { asked, get } = source(200);
  expect((await get("https://video.example", range("bytes=0-"))).status).toBe(200);
  expect(asked).toHaveLength(1);
});
