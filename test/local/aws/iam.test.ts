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
    ["an exact grant allows", "dynamodb:GetItem", TABLE, true],
    ["an action's case does not matter", "DYNAMODB:getitem", TABLE, true],
    ["a star stands for any run of characters", "dynamodb:Get*", `${TABLE}*`, true],
    ["a star alone stands for all", "*", "*", true],
    ["a question mark stands for one character", "dynamodb:Get?tem", TABLE, true],
    ["a question mark does not stand for none", "dynamodb:GetItem?", TABLE, false],
    ["a dot stands for itself", "dynamodb:GetIte.", TABLE, false],
    ["another action is not allowed", "dynamodb:PutItem", TABLE, false],
    ["a beginning is not the whole", "dynamodb:Get", TABLE, false],
    ["a resource's case matters", "dynamodb:GetItem", TABLE.toLowerCase(), false],
    ["another resource is not allowed", "dynamodb:GetItem", `${TABLE}2`, false],
    ["an index is not its table", "dynamodb:GetItem", `${TABLE}/index/*`, false],
  ])("%s", (_, action, resource, expected) => {
    expect(isAllowed([statement("Allow", action, resource)], "dynamodb:GetItem", TABLE)).toBe(expected);
  });

  test("allows nothing when it is empty", () => {
    expect(decide([], "s3:GetObject", "arn:aws:s3:::b/k")).toBe("not allowed");
  });

  test.each([
    ["before", ["Deny", "Allow"]],
    ["after", ["Allow", "Deny"]],
  ] as const)("denies explicitly, the deny standing %s the allow", (_, effects) => {
    const statements = effects.map((effect) => statement(effect, "s3:*", "arn:aws:s3:::b/*"));
    expect(decide(statements, "s3:GetObject", "arn:aws:s3:::b/k")).toBe("denied");
  });

  test.each([
    ["the key of its prefix", "B#x", true],
    ["another key", "A#x", false],
    ["no key, or several", undefined, false],
  ])("that is for some partition keys applies to a call with %s: $2", (_, leadingKey, expected) => {
    const statements = [{ ...statement("Allow", "dynamodb:UpdateItem", TABLE), leadingKeys: ["B#*"] }];
    const decision = decide(statements, "dynamodb:UpdateItem", TABLE, leadingKey);
    expect(decision).toBe(expected ? "allowed" : "not allowed");
  });

  test("matches a resource with any key under a prefix wildcard, and only there", () => {
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
  test("reads single values and lists alike", () => {
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

  test("reads the condition of leading keys", () => {
    const Condition = { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["B#*"] } };
    const one = { Effect: "Allow", Action: "dynamodb:UpdateItem", Resource: TABLE, Condition };
    expect(parsePolicy({ Statement: [one] })).toMatchObject([{ leadingKeys: ["B#*"] }]);
  });

  const good = { Effect: "Allow", Action: "s3:GetObject", Resource: "*" };
  test.each([
    ["another condition", { ...good, Condition: { Bool: { "aws:SecureTransport": "false" } } }],
    ["NotAction", { Effect: "Allow", NotAction: "s3:*", Resource: "*" }],
    ["NotResource", { Effect: "Allow", Action: "s3:*", NotResource: "*" }],
    ["a principal", { ...good, Principal: "*" }],
    ["another effect", { ...good, Effect: "Maybe" }],
    ["no action", { ...good, Action: [] }],
    ["no resource", { Effect: "Allow", Action: "s3:*" }],
    ["an unresolved reference", { ...good, Resource: { "Fn::GetAtt": ["Bucket", "Arn"] } }],
    ["a policy variable", { ...good, Resource: `arn:aws:s3:::b/\${aws:username}/*` }],
  ])("refuses %s aloud", (_, bad) => {
    expect(() => parsePolicy({ Statement: [bad] })).toThrow("cannot enforce this IAM policy");
  });
});

describe("principals", () => {
  const resource = "arn:aws:s3:::b/k";

  test("have credentials of their own, by which they are found", () => {
    const principals = createPrincipals();
    const [a, b] = [principals.issue("a", []), principals.issue("b", [])];
    expect(principals.byAccessKeyId(a.accessKeyId)).toBe(a);
    expect(principals.byAccessKeyId("LOCAL0000000000000000")).toBeUndefined();
    expect(a.accessKeyId).not.toBe(b.accessKeyId);
    expect(a.secretAccessKey).not.toBe(b.secretAccessKey);
    expect(a.accessKeyId).toMatch(/^[A-Z0-9]{20,}$/);
  });

  test("report each grant that was used, and no refused call", () => {
    const used: GrantUse[] = [];
    const principals = createPrincipals((use) => used.push(use));
    const reader = principals.issue("reader", [statement("Allow", "s3:GetObject", "*")]);
    expect(principals.refusal(reader, "s3:GetObject", resource)).toBeUndefined();
    expect(principals.refusal(reader, "s3:PutObject", resource)).toBe(
      "User: arn:aws:sts::000000000000:assumed-role/reader/local is not authorized to perform: s3:PutObject " +
        "on resource: arn:aws:s3:::b/k because no identity-based policy allows the s3:PutObject action",
    );
    expect(used).toEqual([{ principal: "reader", action: "s3:GetObject", resource }]);
  });

  test("are told when a policy denies explicitly", () => {
    const principals = createPrincipals();
    const denied = principals.issue("x", [...EVERYTHING, statement("Deny", "s3:*", "*")]);
    expect(principals.refusal(denied, "s3:GetObject", resource)).toMatch(
      /with an explicit deny in an identity-based policy$/,
    );
  });
});
