import { describe, expect, test } from "vitest";
import { resolveParameters } from "../../../local/template/parameters.ts";

describe("resolveParameters returns", () => {
  test.each<[string, Record<string, unknown>, Record<string, string>, string | string[] | undefined]>([
    ["the given value", { Type: "String", Default: "d" }, { P: "g" }, "g"],
    ["the default", { Type: "String", Default: "d" }, {}, "d"],
    ["an empty default", { Type: "String", Default: "" }, {}, ""],
    ["a number as a text", { Type: "Number", Default: 5 }, {}, "5"],
    ["a list", { Type: "CommaDelimitedList" }, { P: "a, b" }, ["a", "b"]],
    ["a list of numbers", { Type: "List<Number>", MinValue: 1 }, { P: "1,2" }, ["1", "2"]],
    [
      "no value for a parameter in SSM",
      { Type: "AWS::SSM::Parameter::Value<String>", Default: "/a/b" },
      {},
      undefined,
    ],
    [
      "the given value for a parameter in SSM",
      { Type: "AWS::SSM::Parameter::Value<String>", Default: "/a/b" },
      { P: "v" },
      "v",
    ],
    ["a value that matches the whole pattern", { Type: "String", AllowedPattern: "a|bc" }, { P: "bc" }, "bc"],
  ])("%s", (_, declaration, given, expected) => {
    expect(resolveParameters({ P: declaration }, given).get("P")).toEqual(expected);
  });
});

describe("resolveParameters, like CloudFormation, rejects", () => {
  test.each<[string, Record<string, unknown>, Record<string, string>, RegExp]>([
    ["a missing value", { Type: "String" }, {}, /^Parameter P must have a value\.$/],
    [
      "an unknown parameter",
      { Type: "String", Default: "" },
      { Q: "" },
      /^Parameter Q does not exist in the template\.$/,
    ],
    [
      "a value of which only a part matches the pattern",
      { Type: "String", AllowedPattern: "a|bc" },
      { P: "abc" },
      /must match a\|bc/,
    ],
    [
      "a list with an element that does not match the pattern",
      { Type: "CommaDelimitedList", AllowedPattern: "[a-z]+" },
      { P: "a,1" },
      /must match/,
    ],
    [
      "a default that is too short",
      { Type: "String", Default: "", MinLength: "1" },
      {},
      /at least 1 characters/,
    ],
    ["a value that is too long", { Type: "String", MaxLength: 2 }, { P: "abc" }, /at most 2 characters/],
    [
      "a value that is not allowed",
      { Type: "String", AllowedValues: ["a", 1] },
      { P: "b" },
      /must be one of a, 1/,
    ],
    ["a value that is not a number", { Type: "Number" }, { P: "" }, /must be a number/],
    ["a number that is too small", { Type: "Number", MinValue: 2 }, { P: "1" }, /must be at least 2/],
    ["a number that is too large", { Type: "Number", MaxValue: 2 }, { P: "3" }, /must be at most 2/],
    [
      "an invalid value, with the constraint's description in the message",
      { Type: "String", MinLength: 1, ConstraintDescription: "say something" },
      { P: "" },
      /^Parameter P is invalid: say something\.$/,
    ],
  ])("%s", (_, declaration, given, message) => {
    expect(() => resolveParameters({ P: declaration }, given)).toThrow(message);
  });

  test("several values, with one message that contains none of them", () => {
    const declarations = { A: { Type: "String", MinLength: 20 }, B: { Type: "String" } };
    const resolve = () => resolveParameters(declarations, { A: "secret", C: "x" });
    expect(resolve).toThrow(/C does not exist.*\n.*A must contain.*\n.*B must have/);
    expect(resolve).not.toThrow(/secret/);
  });
});
