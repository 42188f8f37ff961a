import { describe, expect, test } from "vitest";
import { conditionHolds, noValue, resolve, type Scope } from "../../../local/template/intrinsics.ts";

const names = new Map<string, unknown>([
  ["Table", "wildlife"],
  ["Count", "3"],
  ["Emails", ["a@b.org", "c@d.org"]],
  ["AWS::Region", "us-east-1"],
  ["AWS::NoValue", noValue],
]);
const scope: Scope = {
  ref: (name) => names.get(name),
  attribute: (id, attribute) =>
    id === "Table" && attribute !== "Nothing" ? `${id}'s ${attribute}` : undefined,
  conditions: {
    Yes: { "Fn::Equals": [{ Ref: "Count" }, "3"] },
    No: { "Fn::Not": [{ Condition: "Yes" }] },
    Both: { "Fn::And": [{ Condition: "Yes" }, { Condition: "No" }] },
    Either: { "Fn::Or": [{ Condition: "No" }, { "Fn::Equals": ["a", "a"] }] },
    Lists: { "Fn::Equals": [{ Ref: "Emails" }, ["a@b.org", "c@d.org"]] },
    Strange: { "Fn::Contains": [["a"], "a"] },
  },
};
/** Returns a variable in the syntax of Fn::Sub. */
const variable = (name: string) => `\${${name}}`;

describe("resolve returns the value of", () => {
  test.each<[string, unknown, unknown]>([
    [
      "an object without functions",
      { A: [1, true, null, "x"], "Fn::Odd": 1 },
      { A: [1, true, null, "x"], "Fn::Odd": 1 },
    ],
    ["Ref", { Ref: "Table" }, "wildlife"],
    ["Ref of a list", { Ref: "Emails" }, ["a@b.org", "c@d.org"]],
    ["Ref of a pseudo parameter", { Ref: "AWS::Region" }, "us-east-1"],
    ["Fn::GetAtt with a list", { "Fn::GetAtt": ["Table", "Arn"] }, "Table's Arn"],
    ["Fn::GetAtt with a text", { "Fn::GetAtt": "Table.Nested.Arn" }, "Table's Nested.Arn"],
    ["Fn::Join", { "Fn::Join": ["-", ["a", { Ref: "Table" }, 1]] }, "a-wildlife-1"],
    ["Fn::Join of a list parameter", { "Fn::Join": [";", { Ref: "Emails" }] }, "a@b.org;c@d.org"],
    ["Fn::Split", { "Fn::Split": [",", "a,b,"] }, ["a", "b", ""]],
    ["Fn::Select", { "Fn::Select": ["1", { "Fn::Split": [",", "a,b"] }] }, "b"],
    [
      "Fn::Sub",
      { "Fn::Sub": `${variable("Table")}/${variable("Table.Arn")}/${variable("AWS::Region")}` },
      "wildlife/Table's Arn/us-east-1",
    ],
    [
      "Fn::Sub with its own variables",
      { "Fn::Sub": [`${variable("X")}-${variable("Table")}`, { X: { Ref: "Count" } }] },
      "3-wildlife",
    ],
    ["Fn::Sub with a literal", { "Fn::Sub": variable("!Table") }, variable("Table")],
    [
      "Fn::If whose condition is true",
      { "Fn::If": ["Yes", { Ref: "Table" }, { "Fn::GetAZs": "" }] },
      "wildlife",
    ],
    ["Fn::If whose condition is false", { "Fn::If": ["No", { "Fn::GetAZs": "" }, "b"] }, "b"],
    [
      "a property with no value",
      { A: { Ref: "AWS::NoValue" }, B: { "Fn::If": ["No", 1, { Ref: "AWS::NoValue" }] }, C: 1 },
      { C: 1 },
    ],
    ["a list element with no value", [1, { Ref: "AWS::NoValue" }, 2], [1, 2]],
    [
      "nested functions",
      { "Fn::Join": ["", ["x", { "Fn::Select": [0, { "Fn::Split": ["l", { Ref: "Table" }] }] }]] },
      "xwi",
    ],
  ])("%s", (_, value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });
});

test.each([
  ["Yes", true],
  ["No", false],
  ["Both", false],
  ["Either", true],
  ["Lists", true],
])("the condition %s is %s", (name, expected) => {
  expect(conditionHolds(name, scope)).toBe(expected);
});

describe("resolve throws for", () => {
  test.each<[string, unknown, RegExp]>([
    [
      "an unknown function",
      { "Fn::FindInMap": ["A", "B", "C"] },
      /^the local stack does not support Fn::FindInMap$/,
    ],
    [
      "Ref to an unknown name",
      { Ref: "Nothing" },
      /^the local stack does not know the value of Ref Nothing$/,
    ],
    ["Ref to a number", { Ref: 1 }, /^Ref cannot be applied to 1/],
    [
      "an unknown attribute",
      { "Fn::GetAtt": ["Table", "Nothing"] },
      /the value of Fn::GetAtt Table\.Nothing$/,
    ],
    ["Fn::Sub of an unknown name", { "Fn::Sub": variable("Nothing") }, /the value of Fn::Sub .*Nothing/],
    ["Fn::Sub of a list", { "Fn::Sub": variable("Emails") }, /^Fn::Sub cannot be applied/],
    [
      "Fn::Select beyond the end",
      { "Fn::Select": [2, ["a", "b"]] },
      /the value of Fn::Select 2 of a list of 2$/,
    ],
    ["Fn::Join of a text", { "Fn::Join": [",", "a"] }, /^Fn::Join cannot be applied/],
    ["Fn::If with an unknown condition", { "Fn::If": ["Maybe", 1, 2] }, /^unknown condition Maybe$/],
    [
      "a condition with an unsupported function",
      { "Fn::If": ["Strange", 1, 2] },
      /^a condition cannot be applied/,
    ],
  ])("%s", (_, value, message) => {
    expect(() => resolve(value, scope)).toThrow(message);
  });
});
