import { expect, test } from "vitest";
import { readItem } from "../../../functions/create-annotation-batch/read-item.ts";
import { itemProblem } from "../../../shared/http/batch-items.ts";
import { invalidInput } from "../../../shared/http/invalid-input.ts";
import { maxBodyBytes, payloadBytes } from "../../../shared/http/payload.ts";

const key = { idempotencyKey: undefined, idempotencyFor: () => ({ digest: "", bodyHash: "" }) };

/** Returns the result of an invalid item at the last place of a batch. */
function resultFor(sent: unknown) {
  try {
    readItem(sent, 499, key);
  } catch (error) {
    if (error instanceof Error) return itemProblem(error, 499);
  }
  throw new Error("The item was accepted.");
}
const unknownKeys = (count: number, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}${name}`, 1]));

test("an item is refused with its first 15 faults and the number of the others", () => {
  const sent = { videostreamId: 1, ...unknownKeys(1_000, "x") };
  const { detail, errors } = resultFor(sent).problem;
  // 1,000 unknown fields and three missing ones.
  expect(detail).toMatch(/^`timespan` is required: .* 1002 more errors: see `errors` for the first 15\.$/);
  expect(errors).toHaveLength(15);
});

test("two long keys with the same beginning are reported as two faults", () => {
  const long = "x".repeat(400);
  const { errors = [] } = resultFor({ videostreamId: 1, [`${long}a`]: 1, [`${long}b`]: 1 }).problem;
  expect(errors.filter(({ pointer }) => pointer.includes("xxx"))).toHaveLength(2);
});

test.each([
  ["control characters", unknownKeys(200, "\u0001".repeat(300))],
  ["quotes", unknownKeys(200, '"'.repeat(300))],
  ["lone surrogates", unknownKeys(200, "\ud800".repeat(300))],
  ["keys of three bytes a character", unknownKeys(200, "蝙".repeat(300))],
  ["1,000 empty keypoints", { keypoints: Array(1000).fill({ box: {} }) }],
  ["a key of 3 MB", { ["x".repeat(3_000_000)]: 1, observation: { ["y".repeat(3_000_000)]: 0 } }],
])("the results of 500 items with faults of %s fit into one response", (_, fields) => {
  for (const stream of ["videostream_id", "videostreamId"]) {
    const result = resultFor({ [stream]: 1, ...fields, idempotency_key: "" });
    expect(500 * payloadBytes(JSON.stringify(result))).toBeLessThan(maxBodyBytes);
  }
});

test("the results of 500 items with faults of the maximum length fit into one response", () => {
  const reported = resultFor({ videostreamId: 1, ...unknownKeys(200, "x") }).problem.errors?.length ?? 0;
  const fault = { part: "body", field: `/${"\u0001".repeat(300)}`, detail: '"'.repeat(300) };
  const result = itemProblem(invalidInput(Array(200).fill(fault), reported), 499);
  expect(500 * payloadBytes(JSON.stringify(result))).toBeLessThan(maxBodyBytes);
});
