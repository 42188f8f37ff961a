import type { APIGatewayProxyEvent } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { Fault } from "../../../shared/domain/wire/fault.ts";
import { renderAnswer } from "../../../shared/http/render.ts";

/** Lambda rejects larger payloads (Lambda quotas). */
const maxPayloadBytes = 6_291_556;

const event = {
  httpMethod: "GET",
  multiValueHeaders: {},
  requestContext: { path: "/api/v1/annotations" },
} as unknown as APIGatewayProxyEvent;

/** Returns the payload size of a page of these rows, in bytes, or the limit that its 413 names. */
async function rendered(row: string, { limit = 100, offset = 0, total = 100 } = {}) {
  const results = Array.from({ length: Math.min(limit, total - offset) }, () => row);
  const page = { limit, offset, total };
  try {
    const answer = await renderAnswer({ status: 200, body: { results, ...page }, page }, event);
    return { bytes: Buffer.byteLength(JSON.stringify(answer)) };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "too-large") throw error;
    return { limit: Number(/limit=(\d+)/.exec(error.message)?.[1]) };
  }
}

describe("a page near the maximum size of Lambda's payload", () => {
  test.each([
    ["quotes, which are escaped twice", '"'.repeat(20_000), {}],
    ["control characters", "\u0001".repeat(9_500), {}],
    ["plain text", "x".repeat(63_000), {}],
    ["characters of three bytes", "蝙".repeat(21_000), {}],
    ["quotes on a short last page", '"'.repeat(80_000), { offset: 100, total: 130 }],
  ])("becomes a 413 that names a fitting limit if it is too large (%s)", async (_, row, place) => {
    const { limit } = await rendered(row, place);
    expect(limit).toBeGreaterThan(1);
    expect((await rendered(row, { ...place, limit: limit ?? 0 })).bytes).toBeLessThan(maxPayloadBytes);
  });

  test("is returned if it is just below the maximum", async () => {
    for (const row of ['"'.repeat(14_900), "\u0001".repeat(8_500), "x".repeat(59_900), "蝙".repeat(19_900)]) {
      const { bytes } = await rendered(row);
      expect(bytes).toBeGreaterThan(5_900_000);
      expect(bytes).toBeLessThan(maxPayloadBytes);
    }
  });

  test("becomes a 413 that names limit=1 if its only row is too large", async () => {
    expect(await rendered("x".repeat(7_000_000), { total: 1 })).toEqual({ limit: 1 });
  });
});
