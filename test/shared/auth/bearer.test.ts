import { expect, test } from "vitest";
import { bearerToken } from "../../../shared/auth/bearer.ts";

test.each([
  ["Bearer abc.def-_~+/=", "abc.def-_~+/="],
  ["bearer abc", "abc"],
  ["BEARER  abc ", "abc"],
])("%j contains the token %j", (value, token) => {
  expect(bearerToken([value])).toBe(token);
});

test.each<[string, string[]]>([
  ["no Authorization header", []],
  ["an empty header", [""]],
  ["a scheme without a token", ["Bearer"]],
  ["a token without a scheme", ["abc"]],
  ["another scheme", ["Basic YTpi"]],
  ["two headers", ["Bearer abc", "Bearer abc"]],
  ["two credentials in one header", ["Bearer abc, Bearer def"]],
  ["a token with a space", ["Bearer abc def"]],
  ["a token with a control character", ["Bearer abc\u0000"]],
])("a request with %s is rejected with 401", (_, values) => {
  expect(() => bearerToken(values)).toThrow(expect.objectContaining({ code: "unauthenticated" }));
});
