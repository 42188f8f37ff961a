import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { roles } from "../../shared/domain/role.ts";

const functions = path.join(import.meta.dirname, "../../functions");

test("every function folder has a row and every row a folder", () => {
  const folders = readdirSync(functions, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "jobs")
    .map(({ name }) => name);
  expect(endpoints.map(({ contract }) => contract.operationId).sort()).toEqual(folders.sort());
});

test("no two rows answer the same method and path", () => {
  const routes = endpoints.map(
    ({ contract }) => `${contract.method} ${contract.path.replace(/\{\w+\}/g, "{}")}`,
  );
  expect(new Set(routes).size).toBe(routes.length);
});

test.each(endpoints.map(({ contract }) => contract))("$operationId names who may call it", ({ access }) => {
  expect(["public", "identified", ...roles, ...roles.map((role) => `${role} or site`)]).toContain(access);
});

test("only these are open to callers without a role", () => {
  const open = endpoints.filter(
    ({ contract }) => contract.access === "public" || contract.access === "identified",
  );
  expect(open.map(({ contract }) => `${contract.operationId}: ${contract.access}`)).toEqual([
    "get-health: public",
    "get-openapi: public",
    "get-docs: public",
    "get-docs-asset: public",
    "get-me: identified",
  ]);
});

test("only these are open to a capture source's computer", () => {
  const forSites = endpoints.filter(({ contract }) => contract.access.endsWith(" or site"));
  expect(forSites.map(({ contract }) => contract.operationId)).toEqual([
    "create-video-stream",
    "start-live-stream",
    "end-live-stream",
    "keep-stream-alive",
    "create-annotation",
    "create-annotation-batch",
  ]);
});

test.each(endpoints.map(({ contract }) => contract))(
  "$operationId is named verb-noun and summarised in a sentence",
  ({ operationId, summary }) => {
    expect(operationId).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(summary).toMatch(/^[A-Z].*\.$/);
  },
);
