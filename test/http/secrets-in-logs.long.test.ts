import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { makeClip } from "../../local/seed/clip.ts";
import { riverAtNight } from "../../local/seed/scenes/river.ts";
import { admin } from "../support/api/api.ts";
import { type OwnStack, startOwnStack } from "../support/stack/own-stack.ts";
import { withdrawGrant } from "../support/stack/withdraw-grant.ts";
import { serveVideos, type VideoServer } from "../support/video/video-server.ts";

/** Values that no log may contain, by name. Tests add more while the stack runs. */
const secrets = new Map<string, string>([
  ["an e-mail in a path", "marked-path@example.org"],
  ["an observer", "marked-observer@example.org"],
  ["a display name", "Marked Displayname"],
  ["the signature of a signed URL", "9f2c7d10e5marked"],
  ["an idempotency key", "marked-key-1"],
  ["an item's idempotency key", "marked-item-2"],
  ["a location", "-19.012345,23.567890"],
  ["a value of an observation", "marked den below the ridge"],
]);
const secret = (name: string) => secrets.get(name) ?? "";
const signed = (url: string) =>
  `${url}?X-Amz-Credential=AKIAMARKED&X-Amz-Signature=${secret("the signature of a signed URL")}`;
const signedUrl = () => signed("https://video.example/1.mp4");

const folder = mkdtempSync(path.join(tmpdir(), "secrets-"));
let videos: VideoServer;
let stack: OwnStack;
let token: string;

afterAll(async () => {
  await stack.close();
  await videos.close();
  rmSync(folder, { recursive: true });
});

const call = (method: string, path: string, body?: unknown, credential = token) =>
  stack.api.call(method, path, {
    token: credential,
    body,
    headers: { "Idempotency-Key": secret("an idempotency key") },
  });
/** Sends a request without the checks of the test client, which would fail for a 500. */
const callUnchecked = (method: string, path: string, body?: unknown) =>
  fetch(`${stack.api.origin}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Idempotency-Key": secret("an idempotency key"),
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });

const newUser = () => ({ email: secret("an e-mail in a path"), role: "curator" });
const newSource = () => ({
  name: secret("a value of an observation"),
  location: secret("a location"),
  camera_hardware: "x",
});
const newStream = () => ({
  stream_url: signedUrl(),
  capturesource: 1,
  startTime: "2026-03-01T00:00:00Z",
  endTime: "2026-03-02T00:00:00Z",
});
const newAnnotation = () => ({
  videostreamId: 1,
  timespan: { start: "00:00:01", end: "00:00:02" },
  observer: secret("an observer"),
  observation: { note: secret("a value of an observation") },
});

function addSignature(name: string, url: string | null): void {
  const signature = new URL(url ?? "").searchParams.get("X-Amz-Signature") ?? "";
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
  secrets.set(name, signature);
}

/** Returns the lines of the log that contain a secret, plain or in the encoding of a path, a query or JSON. */
function linesWithSecrets(): string[] {
  return stack.log.filter((line) =>
    [...secrets.values()].some((value) =>
      [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)].some((form) =>
        line.includes(form),
      ),
    ),
  );
}

// Each test uses records of the tests before it.
describe("in a deployment that logs at level DEBUG", { shuffle: false }, () => {
  beforeAll(async () => {
    // Without these grants, some requests with secrets end in errors.
    const assembly = path.join(folder, "cdk.out");
    cpSync(inject("service").assembly, assembly, { recursive: true });
    for (const construct of ["UpdateUser", "UpdateVideoStream", "UpdateAnnotation"]) {
      withdrawGrant(assembly, construct, "dynamodb:PutItem");
    }
    withdrawGrant(assembly, "ListUsers", "dynamodb:BatchGetItem");
    withdrawGrant(assembly, "DeleteMedia", "s3:DeleteObject");
    videos = await serveVideos(folder);
    writeFileSync(path.join(folder, "clip.mp4"), await makeClip(riverAtNight, 1));
    writeFileSync(path.join(folder, "text.mp4"), "This is no video.");
    stack = await startOwnStack({ LogLevel: "DEBUG" }, { assembly, devVideoOrigins: videos.origin });
    token = await stack.api.tokenFor(admin, secret("a display name"));
    secrets.set("an admin's e-mail", admin);
    secrets.set("a token", token);
    secrets.set("a token's signature", token.split(".")[2] ?? "");
    secrets.set("a token's claims", token.split(".")[1] ?? "");
  });

  test("successful requests log no secret", async () => {
    await call("GET", "/users/me");
    expect((await call("POST", "/users", newUser())).status).toBe(201);
    expect((await call("GET", `/users/${secret("an e-mail in a path")}`)).status).toBe(200);
    expect((await call("POST", "/capturesources", newSource())).status).toBe(200);
    const { body } = await stack.api.call("POST", "/capturesources/1/keys", { token, body: {} });
    secrets.set("a site key", body.key);
    secrets.set("a site key's secret", body.key.split("_").at(-1));
    expect((await call("POST", "/videostreams", newStream(), body.key)).status).toBe(200);
    expect((await call("POST", "/annotations", newAnnotation())).status).toBe(200);
    // A replay reads the record of the idempotency key.
    expect((await call("POST", "/annotations", newAnnotation())).status).toBe(200);
    const batch = [{ ...newAnnotation(), idempotency_key: secret("an item's idempotency key") }];
    expect((await call("POST", "/annotations/batch", batch)).status).toBe(200);
    const query = new URLSearchParams({
      observer: secret("an observer"),
      "observation[note]": secret("a value of an observation"),
    });
    expect((await call("GET", `/annotations?${query}`)).body.total).toBe(2);
    expect(linesWithSecrets()).toEqual([]);
  });

  test.each([
    ["clip", 302],
    ["text", 422],
    ["absent", 502],
  ])(
    "a request for a still of a video at a signed URL logs no secret: %s.mp4, status %i",
    async (name, status) => {
      const stream = { ...newStream(), stream_url: signed(`${videos.origin}/${name}.mp4`) };
      const { body } = await stack.api.call("POST", "/videostreams", { token, body: stream });
      const before = stack.log.length;
      const target = `/videostreams/${body.id}/media?time=00:00:00-00:00:00`;
      const answer = await call("GET", target);
      expect(answer.status).toBe(status);
      if (status === 302) addSignature("the signature of a still's URL", answer.headers.get("location"));
      else expect(stack.log.slice(before).join("\n")).toContain(`"host":"${new URL(videos.origin).host}"`);
      expect(linesWithSecrets()).toEqual([]);
    },
  );

  test("an upload, links to media and the clean-up log no secret", async () => {
    const { body } = await call("POST", "/media", { type: "image/png", bytes: 10, videostream: 1 });
    addSignature("the signature of an upload's URL", body.upload.url);
    const [still] = (await call("GET", "/media")).body.results;
    const link = await call("GET", `/media/${still.id}?redirect=false`);
    addSignature("the signature of a link", link.body.url);
    await stack.fireCleanUp();
    expect(linesWithSecrets()).toEqual([]);
  });

  const contracts = endpoints.map(({ contract }) => contract);

  test.each(contracts)("$operationId logs no secret of a refused request", async ({ method, path }) => {
    const target = path.replace("{email}", secret("an e-mail in a path")).replace(/\{\w+\}/g, "999999999");
    const query = `?token=${token}&observer=${encodeURIComponent(secret("an observer"))}`;
    const all = Object.fromEntries(secrets);
    for (const credential of [token, `${token}x`, secrets.get("a site key"), "wvk_1_marked"]) {
      await call(method, `${target}${query}`, method === "GET" ? undefined : all, credential);
    }
    // Incomplete JSON: the parser's message may quote the body.
    if (method !== "GET") {
      expect((await callUnchecked(method, target, `{"a":${JSON.stringify(all)}`)).status).toBeLessThan(500);
    }
    expect(linesWithSecrets()).toEqual([]);
  });

  test.each([
    ["PATCH", "/users/marked-path@example.org", { role: "admin" }],
    ["PATCH", "/videostreams/1", { stream_url: signedUrl() }],
    ["PATCH", "/annotations/1?shape=observation", { observer: "marked-observer@example.org" }],
    ["GET", "/users?limit=100", undefined],
    ["DELETE", "/media/1", undefined],
  ])("%s %s logs no secret when a grant is missing", async (method, target, body) => {
    const before = stack.log.length;
    expect((await callUnchecked(method, target, body)).status).toBe(500);
    expect(stack.log.slice(before).join("\n")).toContain("AccessDenied");
    expect(linesWithSecrets()).toEqual([]);
  });

  test("every endpoint has logged something, so that the searches above had lines to check", () => {
    const operations = new Set(stack.log.flatMap((line) => /"operation":"([\w-]+)"/.exec(line)?.[1] ?? []));
    expect([...operations].sort()).toEqual(contracts.map(({ operationId }) => operationId).sort());
  });
});
