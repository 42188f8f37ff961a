import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileRoutes } from "../../../local/gateway/route-match.ts";
import type { Route } from "../../../local/template/rest-api.ts";

function route(httpMethod: string, path: string): Route {
  return { httpMethod, path, integration: { kind: "mock", status: 200, headers: {} } };
}

const match = compileRoutes([
  route("GET", "/"),
  route("GET", "/users"),
  route("GET", "/users/{userId}"),
  route("DELETE", "/users/{userId}"),
  route("GET", "/users/me"),
  route("ANY", "/users/{userId}/notes"),
  route("POST", "/users/{userId}/notes"),
  route("GET", "/users/me/{proxy+}"),
  route("GET", "/files/{proxy+}"),
  route("GET", "/files/{fileId}/raw"),
  route("GET", "/deep/{a}/x/{b}"),
]);

describe("routes to the most specific resource:", () => {
  test.each<[string, string, string | undefined, Record<string, string>]>([
    ["GET", "/", "GET /", {}],
    ["GET", "/users", "GET /users", {}],
    ["GET", "/users/", "GET /users", {}],
    ["GET", "//users", "GET /users", {}],
    ["GET", "/users/me", "GET /users/me", {}],
    ["GET", "/users/you", "GET /users/{userId}", { userId: "you" }],
    ["DELETE", "/users/you", "DELETE /users/{userId}", { userId: "you" }],
    // The path alone selects the resource, and the resource /users/me has no DELETE.
    ["DELETE", "/users/me", undefined, {}],
    ["HEAD", "/users", undefined, {}],
    ["get", "/users", undefined, {}],
    ["GET", "/Users", undefined, {}],
    ["PUT", "/users/7/notes", "ANY /users/{userId}/notes", { userId: "7" }],
    ["POST", "/users/7/notes", "POST /users/{userId}/notes", { userId: "7" }],
    ["GET", "/users/me/a/b", "GET /users/me/{proxy+}", { proxy: "a/b" }],
    ["GET", "/users/me/notes", "GET /users/me/{proxy+}", { proxy: "notes" }],
    ["GET", "/files/a/raw", "GET /files/{fileId}/raw", { fileId: "a" }],
    ["GET", "/files/a/b", "GET /files/{proxy+}", { proxy: "a/b" }],
    ["GET", "/files/a//b", "GET /files/{proxy+}", { proxy: "a//b" }],
    ["GET", "/files/", undefined, {}],
    ["GET", "/users//notes", undefined, {}],
    ["GET", "/deep/1/x/2", "GET /deep/{a}/x/{b}", { a: "1", b: "2" }],
    ["GET", "/nothing", undefined, {}],
    ["GET", "/users/a%2Fb", "GET /users/{userId}", { userId: "a/b" }],
    ["GET", "/users/%C3%BC%20+", "GET /users/{userId}", { userId: "ü +" }],
    ["GET", "/users/__proto__", "GET /users/{userId}", { userId: "__proto__" }],
  ])("%s %s matches %s", (httpMethod, path, expected, parameters) => {
    const found = match(httpMethod, path);
    expect(found && `${found.route.httpMethod} ${found.route.path}`).toBe(expected);
    expect(found?.pathParameters ?? {}).toEqual(parameters);
  });
});

test.each(["/users/%", "/users/%zz", "/users/%C3", "/files/a/%ff"])("throws a URIError for %s", (path) => {
  expect(() => match("GET", path)).toThrow(URIError);
});

test("a greedy parameter at the root does not match the root itself", () => {
  const only = compileRoutes([route("GET", "/{proxy+}")]);
  expect(only("GET", "/")).toBeUndefined();
  expect(only("GET", "/a")?.pathParameters).toEqual({ proxy: "a" });
});

test("rejects siblings with different variable names", () => {
  expect(() => compileRoutes([route("GET", "/{a}"), route("GET", "/{b}/c")])).toThrow(/\{a\} has a sibling/);
});

test("returns any encoded text as the value of its path parameter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
      const found = match("GET", `/deep/${encodeURIComponent(text)}/x/1`);
      expect(found?.pathParameters).toEqual({ a: text, b: "1" });
    }),
  );
});
