import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide, isAllowed, parsePolicy } from "../../../local/aws/iam.ts";
import { createPrincipals, EVERYTHING, type GrantUse } from "../../../local/aws/principals.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/T";

const statement = (effect: "Allow" | "Deny", action: string, resource: string) => ({
  effect,
  actions: [action],
  resources: [resource],
});

describe("a policy", () => {
  test.each([
    ["allows exactly its action on its resource", "dynamodb:GetItem", TABLE, true],
    ["ignores the case of an action", "DYNAMODB:getitem", TABLE, true],
    ["matches any characters with a star", "dynamodb:Get*", `${TABLE}*`, true],
    ["matches everything with a star alone", "*", "*", true],
    ["matches one character with a question mark", "dynamodb:Get?tem", TABLE, true],
    ["does not match an empty text with a question mark", "dynamodb:GetItem?", TABLE, false],
    ["matches only a dot with a dot", "dynamodb:GetIte.", TABLE, false],
    ["does not allow another action", "dynamodb:PutItem", TABLE, false],
    ["does not allow an action if it names only the start of the action", "dynamodb:Get", TABLE, false],
    ["respects the case of a resource", "dynamodb:GetItem", TABLE.toLowerCase(), false],
    ["does not allow another resource", "dynamodb:GetItem", `${TABLE}2`, false],
    ["does not cover a table if it covers only an index", "dynamodb:GetItem", `${TABLE}/index/*`, false],
  ])("%s", (_, action, resource, expected) => {
    expect(isAllowed([statement("Allow", action, resource)], "dynamodb:GetItem", TABLE)).toBe(expected);
  });

  test("allows nothing when it is empty", () => {
    expect(decide([], "s3:GetObject", "arn:aws:s3:::b/k")).toBe("not allowed");
  });

  test.each([
    ["before", ["Deny", "Allow"]],
    ["after", ["Allow", "Deny"]],
  ] as const)("denies if a deny comes %s an allow", (_, effects) => {
    const statements = effects.map((effect) => statement(effect, "s3:*", "arn:aws:s3:::b/*"));
    expect(decide(statements, "s3:GetObject", "arn:aws:s3:::b/k")).toBe("denied");
  });

  test.each([
    ["applies to a matching key", "B#x", true],
    ["does not apply to another key", "A#x", false],
    ["does not apply to a call without exactly one key", undefined, false],
  ])("for some partition keys %s", (_, leadingKey, expected) => {
    const statements = [{ ...statement("Allow", "dynamodb:UpdateItem", TABLE), leadingKeys: ["B#*"] }];
    const decision = decide(statements, "dynamodb:UpdateItem", TABLE, leadingKey);
    expect(decision).toBe(expected ? "allowed" : "not allowed");
  });

  test("covers every key with its prefix, but only in its own bucket", () => {
    const statements = [statement("Allow", "s3:GetObject", "arn:aws:s3:::b/media/*")];
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (key) => {
        expect(isAllowed(statements, "s3:GetObject", `arn:aws:s3:::b/media/${key}`)).toBe(true);
        expect(isAllowed(statements, "s3:GetObject", `arn:aws:s3:::c/media/${key}`)).toBe(false);
      }),
    );
  });
});

describe("parsePolicy", () => {
  test("reads single values and lists", () => {
    const one = { Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::b/*" };
    const many = { Sid: "x", Effect: "Deny", Action: ["a:B", "a:C"], Resource: ["*"] };
    expect(parsePolicy({ Version: "2012-10-17", Statement: one })).toEqual([
      { effect: "Allow", actions: ["s3:GetObject"], resources: ["arn:aws:s3:::b/*"] },
    ]);
    expect(parsePolicy({ Statement: [one, many] })[1]).toEqual({
      effect: "Deny",
      actions: ["a:B", "a:C"],
      resources: ["*"],
    });
  });

  test("reads a condition on leading keys", () => {
    const Condition = { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["B#*"] } };
    const one = { Effect: "Allow", Action: "dynamodb:UpdateItem", Resource: TABLE, Condition };
    expect(parsePolicy({ Statement: [one] })).toMatchObject([{ leadingKeys: ["B#*"] }]);
  });

  const good = { Effect: "Allow", Action: "s3:GetObject", Resource: "*" };
  test.each([
    [
      "a condition that is not on leading keys",
      { ...good, Condition: { Bool: { "aws:SecureTransport": "false" } } },
    ],
    ["NotAction", { Effect: "Allow", NotAction: "s3:*", Resource: "*" }],
    ["NotResource", { Effect: "Allow", Action: "s3:*", NotResource: "*" }],
    ["a principal", { ...good, Principal: "*" }],
    ["an unknown effect", { ...good, Effect: "Maybe" }],
    ["no action", { ...good, Action: [] }],
    ["no resource", { Effect: "Allow", Action: "s3:*" }],
    ["an unresolved reference", { ...good, Resource: { "Fn::GetAtt": ["Bucket", "Arn"] } }],
    ["a policy variable", { ...good, Resource: `arn:aws:s3:::b/\${aws:username}/*` }],
  ])("throws for %s", (_, bad) => {
    expect(() => parsePolicy({ Statement: [bad] })).toThrow("cannot enforce this IAM policy");
  });
});

describe("issued principals", () => {
  const resource = "arn:aws:s3:::b/k";

  test("have different credentials and are found by access key id", () => {
    const principals = createPrincipals();
    const [a, b] = [principals.issue("a", []), principals.issue("b", [])];
    expect(principals.byAccessKeyId(a.accessKeyId)).toBe(a);
    expect(principals.byAccessKeyId("LOCAL0000000000000000")).toBeUndefined();
    expect(a.accessKeyId).not.toBe(b.accessKeyId);
    expect(a.secretAccessKey).not.toBe(b.secretAccessKey);
    expect(a.accessKeyId).toMatch(/^[A-Z0-9]{20,}$/);
  });

  test("report each permission that they use, but no denied call", () => {
    const used: GrantUse[] = [];
    const principals = createPrincipals((use) => used.push(use));
    const reader = principals.issue("reader", [statement("Allow", "s3:GetObject", "*")]);
    expect(principals.denial(reader, "s3:GetObject", resource)).toBeUndefined();
    expect(principals.denial(reader, "s3:PutObject", resource)).toBe(
      "User: arn:aws:sts::000000000000:assumed-role/reader/local is not authorized to perform: s3:PutObject " +
        "on resource: arn:aws:s3:::b/k because no identity-based policy allows the s3:PutObject action",
    );
    expect(used).toEqual([{ principal: "reader", action: "s3:GetObject", resource }]);
  });

  test("get AWS's message for an explicit deny", () => {
    const principals = createPrincipals();
    const denied = principals.issue("x", [...EVERYTHING, statement("Deny", "s3:*", "*")]);
    expect(principals.denial(denied, "s3:GetObject", resource)).toMatch(
      /with an explicit deny in an identity-based policy$/,
    );
  });
});
