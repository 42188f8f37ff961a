import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { type RunningService, startStack } from "../../local/stack.ts";
import { admin, openApi } from "../support/api/api.ts";
import { withdrawGrant } from "../support/stack/withdraw-grant.ts";

const folder = mkdtempSync(path.join(tmpdir(), "grants-"));
let service: RunningService;
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

test("a function without one of its grants returns 500 and logs which grant is missing", async () => {
  const assembly = path.join(folder, "cdk.out");
  cpSync(inject("service").assembly, assembly, { recursive: true });
  withdrawGrant(assembly, "GetCaptureSource", "dynamodb:BatchGetItem");
  withdrawGrant(assembly, "UpdateCaptureSource", "dynamodb:DeleteItem");
  const log: string[] = [];
  service = await startStack({
    assembly,
    dataDir: path.join(folder, "data"),
    port: 0,
    parameters: { AdminEmails: admin },
    onOutput: (_, line) => log.push(line),
    onFailure: (reason) => log.push(reason),
  });
  const dataDir = path.join(folder, "data");
  const call = async (method: string, path: string, body?: unknown) => {
    const token = await openApi({ origin: service.origin, issuer: service.issuer, dataDir }).tokenFor(admin);
    return fetch(`${service.origin}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  expect((await call("GET", "/users/me")).status).toBe(200);
  const source = { name: "x", location: "1,2", camera_hardware: "", site_id: 1 };
  const { id } = (await (await call("POST", "/capturesources", source)).json()) as { id: number };

  // The function first reads the caller's user with BatchGetItem.
  const read = await call("GET", `/capturesources/${id}`);
  expect(read.status).toBe(500);
  expect(await read.json()).toMatchObject({ type: "internal-error", status: 500 });
  expect(log.join("\n")).toMatch(/AccessDenied.*not authorized to perform: dynamodb:BatchGetItem/);

  // Only changes that need the missing grant fail, and they change nothing.
  expect((await call("PATCH", `/capturesources/${id}`, { camera_hardware: "y" })).status).toBe(200);
  const moved = await call("PATCH", `/capturesources/${id}`, { camera_hardware: "z", site_id: 2 });
  expect(moved.status).toBe(500);
  expect(log.join("\n")).toMatch(/AccessDenied.*not authorized to perform: dynamodb:DeleteItem/);
  expect(await (await call("PATCH", `/capturesources/${id}`, {})).json()).toMatchObject({
    camera_hardware: "y",
    site_id: 1,
  });
});
