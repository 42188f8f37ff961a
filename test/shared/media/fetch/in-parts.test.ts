import { expect, test } from "vitest";
import { fetchInParts } from "../../../../shared/media/fetch/in-parts.ts";
import { jobLimits, startMeter } from "../../../../shared/media/fetch/limits.ts";

const half = 2 ** 19;
const range = (value: string) => ({ headers: { Range: value } });

/** Makes a source that returns one byte for each request and records the requested ranges. */
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

test("an open range is requested in parts as large as the job's bytes so far, but at least 512 KiB", async () => {
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
])("a request with %s is passed on unchanged", async (_, init, expected) => {
  const { asked, get } = source(206, "bytes 5-9/10");
  await get("https://video.example", init);
  expect(asked).toEqual(expected);
});

test.each([
  ["without a total size", "bytes 0-524287/*"],
  ["without Content-Range", undefined],
])("the whole range is requested if a part arrives %s", async (_, contentRange) => {
  const { asked, get } = source(206, contentRange);
  expect(await (await get("https://video.example", range("bytes=0-"))).text()).toBe("a");
  expect(asked).toEqual([`bytes=0-${half - 1}`, "bytes=0-"]);
});

test("a response that is not a part is returned as it is", async () => {
  const { asked, get } = source(200);
  expect((await get("https://video.example", range("bytes=0-"))).status).toBe(200);
  expect(asked).toHaveLength(1);
});
