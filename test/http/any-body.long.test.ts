import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
});

// Keys include the names of real fields, so that every field gets values of every kind.
const fields = [
  ...["name", "location", "camera_hardware", "site_id", "email", "role", "id"],
  ...["stream_url", "capturesource", "startTime", "endTime", "common_name", "scientific_name", "images"],
  ...[
    "type",
    "bytes",
    "sha256",
    "videostream",
    "start",
    "end",
    "videostream_id",
    "videostreamId",
    "keypoints",
    "timespan",
    "boundingBox",
    "observer",
    "observation",
  ],
];
const key = fc.oneof(fc.constantFrom(...fields), fc.string({ unit: "binary" }));
const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("51.5,-0.12", "admin", "x@example.org", "image/png", 1, 1e308, -0, 2 ** 53, null, true, ""),
);
const body = fc.oneof({ weight: 5, arbitrary: fc.dictionary(key, value) }, fc.jsonValue(), fc.array(value));

describe("any JSON body gets a declared response from", () => {
  const changing = endpoints.map(({ contract }) => contract).filter(({ method }) => method !== "GET");

  test.each(changing)("$operationId", async ({ method, path }) => {
    const target = path
      .replace("{id}", "999999999")
      .replace("{email}", "nobody@example.org")
      .replace(/\{\w+_id\}/, "999999999");
    await fc.assert(
      fc.asyncProperty(body, async (json) => {
        // The client fails for an undeclared status and for a body that does not match its schema.
        const { status } = await api.call(method, target, { token, body: JSON.stringify(json) });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 30 },
    );
  });
});
