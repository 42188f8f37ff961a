import { describe, expect, test } from "vitest";
import { resolveParameters } from "../../../local/template/parameters.ts";

describe("resolveParameters returns", () => {
  test.each<[string, Record<string, unknown>, Record<string, string>, string | undefined]>([
    ["the given value", { Type: "String", Default: "d" }, { P: "g" }, "g"],
    ["the default", { Type: "String", Default: "d" }, {}, "d"],
    ["an empty default", { Type: "String", Default: "" }, {}, ""],
    ["a number as a text", { Type: "String", Default: 5 }, {}, "5"],
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
      "a default that does not match the pattern",
      { Type: "String", Default: "", AllowedPattern: "a" },
      {},
      /must match a/,
    ],
    [
      "a value that is not allowed",
      { Type: "String", AllowedValues: ["a", 1] },
      { P: "b" },
      /must be one of a, 1/,
    ],
    ["a type that it does not support", { Type: "Number" }, { P: "1" }, /is declared in an unknown form/],
    [
      "a constraint that it does not check",
      { Type: "String", MaxLength: 2 },
      { P: "a" },
      /in an unknown form/,
    ],
    [
      "an invalid value, with the constraint's description in the message",
      { Type: "String", AllowedPattern: ".+", ConstraintDescription: "say something" },
      { P: "" },
      /^Parameter P is invalid: say something\.$/,
    ],
  ])("%s", (_, declaration, given, message) => {
    expect(() => resolveParameters({ P: declaration }, given)).toThrow(message);
  });

  test("several values, with one message that contains none of them", () => {
    const declarations = { A: { Type: "String", AllowedPattern: ".{20}" }, B: { Type: "String" } };
    const resolve = () => resolveParameters(declarations, { A: "secret", C: "x" });
    expect(resolve).toThrow(/C does not exist.*\n.*A must match.*\n.*B must have/);
    expect(resolve).not.toThrow(/secret/);
  });
});
