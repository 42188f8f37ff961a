import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { roles } from "../../shared/domain/person/role.ts";

const functions = path.join(import.meta.dirname, "../../functions");

test("lib/endpoints.ts lists exactly the endpoints that have a function folder", () => {
  const folders = readdirSync(functions, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "jobs")
    .map(({ name }) => name);
  expect(endpoints.map(({ contract }) => contract.operationId).sort()).toEqual(folders.sort());
});

test("no two endpoints have the same method and path", () => {
  const routes = endpoints.map(
    ({ contract }) => `${contract.method} ${contract.path.replace(/\{\w+\}/g, "{}")}`,
  );
  expect(new Set(routes).size).toBe(routes.length);
});

test.each(endpoints.map(({ contract }) => contract))("$operationId has a known access rule", ({ access }) => {
  expect(["public", "identified", ...roles, ...roles.map((role) => `${role} or site`)]).toContain(access);
});

test("only public endpoints and get-me accept callers without a role", () => {
  const open = endpoints.filter(
    ({ contract }) => contract.access === "public" || contract.access === "identified",
  );
  expect(open.map(({ contract }) => `${contract.operationId}: ${contract.access}`)).toEqual([
    "get-health: public",
    "get-openapi: public",
    "get-docs: public",
    "get-docs-asset: public",
    "get-app: public",
    "get-app-asset: public",
    "get-app-settings: public",
    "get-me: identified",
  ]);
});

test("only the endpoints that a camera's site needs accept site keys", () => {
  const forSites = endpoints.filter(({ contract }) => contract.access.endsWith(" or site"));
  expect(forSites.map(({ contract }) => contract.operationId)).toEqual([
    "create-video-stream",
    "start-live-stream",
    "end-live-stream",
    "keep-stream-alive",
    "create-upload",
    "get-upload",
    "sign-upload-parts",
    "complete-upload",
    "delete-upload",
    "create-annotation",
    "create-annotation-batch",
  ]);
});

test.each(endpoints.map(({ contract }) => contract))(
  "$operationId has a verb-noun name and a summary that is a sentence",
  ({ operationId, summary }) => {
    expect(operationId).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(summary).toMatch(/^[A-Z].*\.$/);
  },
);
