import { expect, test } from "vitest";
import { derivedKeys, type KeyScope } from "../../../local/aws/derived-keys.ts";

/** The example of the AWS General Reference, "Deriving the signing key". */
const secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const scope = { day: "20150830", region: "us-east-1", service: "iam" };
const expected = "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9";

test("derives the key of AWS's example, also when it is kept", () => {
  const keyOf = derivedKeys();
  const first = keyOf(secret, scope);
  expect(first.toString("hex")).toBe(expected);
  expect(keyOf(secret, { ...scope })).toBe(first);
});

test("keeps a key for each secret, day, region and service", () => {
  const keyOf = derivedKeys();
  const all: [string, KeyScope][] = [
    [secret, scope],
    ["another secret", scope],
    [secret, { ...scope, day: "20150831" }],
    [secret, { ...scope, region: "us-west-2" }],
    [secret, { ...scope, service: "s3" }],
  ];
  const kept = all.map((each) => keyOf(...each));
  expect(new Set(kept.map((key) => key.toString("hex"))).size).toBe(all.length);
  expect(kept[0]?.toString("hex")).toBe(expected);
  for (const [i, each] of all.entries()) {
    expect(keyOf(...each)).toBe(kept[i]);
    // Without keys that it keeps, the answer is the same.
    expect(derivedKeys()(...each)).toEqual(kept[i]);
  }
});

test("forgets keys when it has kept a thousand", () => {
  const keyOf = derivedKeys();
  const first = keyOf(secret, scope);
  for (let i = 1; i < 1000; i += 1) keyOf(secret, { ...scope, region: `region-${i}` });
  expect(keyOf(secret, scope)).toBe(first);
  keyOf(secret, { ...scope, region: "region-1000" });
  const again = keyOf(secret, scope);
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});
