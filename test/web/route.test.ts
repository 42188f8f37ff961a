import { beforeAll, expect, test, vi } from "vitest";
import type * as Module from "../../web/route.ts";

let route: typeof Module;
beforeAll(async () => {
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", () => {});
  route = await import("../../web/route.ts");
});

test.each([
  ["", "streams", undefined, ""],
  ["#/", "streams", undefined, ""],
  ["#/streams?camera=2&from=2026-03-02", "streams", undefined, "camera=2&from=2026-03-02"],
  ["#/streams/5?t=00:01:30.500", "watch", 5, "t=00%3A01%3A30.500"],
  ["#/streams/5?q=a?b", "watch", 5, "q=a%3Fb"],
  ["#/find?species=3&hours=20-4", "find", undefined, "species=3&hours=20-4"],
  ["#/review", "review", undefined, ""],
  ["#/streams/0", "unknown", undefined, ""],
  ["#/streams/5/x", "unknown", undefined, ""],
  ["#/elsewhere", "unknown", undefined, ""],
])("reads the screen and its parameters from '%s'", (hash, screen, id, query) => {
  const { params, ...rest } = route.parseRoute(hash);
  expect(rest).toEqual({ screen, ...(id !== undefined && { id }) });
  expect(`${params}`).toBe(query);
});

test("formats links in which times are readable", () => {
  const params = new URLSearchParams({ t: "00:01:30.500" });
  expect(route.watchLink(5, params)).toBe("#/streams/5?t=00:01:30.500");
  expect(route.screenLink("streams")).toBe("#/streams");
});
