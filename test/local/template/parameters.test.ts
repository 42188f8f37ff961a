import { describe, expect, test } from "vitest";
import { resolveParameters } from "../../../local/template/parameters.ts";

describe("a parameter has the value given, or its default", () => {
  test.each<[string, Record<string, unknown>, Record<string, string>, string | string[] | undefined]>([
    ["given", { Type: "String", Default: "d" }, { P: "g" }, "g"],
    ["by default", { Type: "String", Default: "d" }, {}, "d"],
    ["an empty default", { Type: "String", Default: "" }, {}, ""],
    ["a number as a text", { Type: "Number", Default: 5 }, {}, "5"],
    ["a list", { Type: "CommaDelimitedList" }, { P: "a, b" }, ["a", "b"]],
    ["a list of numbers", { Type: "List<Number>", MinValue: 1 }, { P: "1,2" }, ["1", "2"]],
    [
      "stored in SSM, left out",
      { Type: "AWS::SSM::Parameter::Value<String>", Default: "/a/b" },
      {},
      undefined,
    ],
    [
      "stored in SSM, given",
      { Type: "AWS::SSM::Parameter::Value<String>", Default: "/a/b" },
      { P: "v" },
      "v",
    ],
    ["one that matches the whole pattern", { Type: "String", AllowedPattern: "a|bc" }, { P: "bc" }, "bc"],
  ])("%s", (_, declaration, given, expected) => {
    expect(resolveParameters({ P: declaration }, given).get("P")).toEqual(expected);
  });
});

describe("a value that CloudFormation refuses is refused", () => {
  test.each<[string, Record<string, unknown>, Record<string, string>, RegExp]>([
    ["none", { Type: "String" }, {}, /^Parameter P must have a value\.$/],
    [
      "no such parameter",
      { Type: "String", Default: "" },
      { Q: "" },
      /^Parameter Q does not exist in the template\.$/,
    ],
    ["part of a pattern", { Type: "String", AllowedPattern: "a|bc" }, { P: "abc" }, /must match a\|bc/],
    ["an element", { Type: "CommaDelimitedList", AllowedPattern: "[a-z]+" }, { P: "a,1" }, /must match/],
    ["a default too", { Type: "String", Default: "", MinLength: "1" }, {}, /at least 1 characters/],
    ["too long", { Type: "String", MaxLength: 2 }, { P: "abc" }, /at most 2 characters/],
    ["none of the allowed", { Type: "String", AllowedValues: ["a", 1] }, { P: "b" }, /must be one of a, 1/],
    ["no number", { Type: "Number" }, { P: "" }, /must be a number/],
    ["too small", { Type: "Number", MinValue: 2 }, { P: "1" }, /must be at least 2/],
    ["too large", { Type: "Number", MaxValue: 2 }, { P: "3" }, /must be at most 2/],
    [
      "with a description",
      { Type: "String", MinLength: 1, ConstraintDescription: "say something" },
      { P: "" },
      /constraint: say something\.$/,
    ],
  ])("%s", (_, declaration, given, message) => {
    expect(() => resolveParameters({ P: declaration }, given)).toThrow(message);
  });

  test("every fault is told at once, without the values", () => {
    const declarations = { A: { Type: "String", MinLength: 20 }, B: { Type: "String" } };
    const resolve = () => resolveParameters(declarations, { A: "secret", C: "x" });
    expect(resolve).toThrow(/C does not exist.*\n.*A failed.*\n.*B must have/);
    expect(resolve).not.toThrow(/secret/);
  });
});
