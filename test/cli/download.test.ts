import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { download } from "../../cli/export/download.ts";

const content = Buffer.from(Array.from({ length: 500_000 }, (_, i) => (i * 7919) % 251));
const sha256 = createHash("sha256").update(content).digest("hex");
const file = { name: "foxes.zip", bytes: content.length, sha256 };
const partName = `foxes.zip.${sha256.slice(0, 8)}.part`;

/** Fault of a response: it is cut or stalls after some bytes, has an error status or other bytes, or ignores the range. */
type Fault =
  | { cutAfter: number }
  | { stallAfter: number }
  | { status: number }
  | { body: Buffer }
  | { whole: true };

let folder: string;
let to: string;
let part: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "download-"));
  to = path.join(folder, "foxes.zip");
  part = path.join(folder, partName);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Downloads the file from a storage that has one of these faults for each request, in order. */
async function fetchFrom(faults: Fault[], patienceMs = 60_000) {
  const ranges: (string | undefined)[] = [];
  const links: string[] = [];
  const answer = ({ headers: { range } }: IncomingMessage, response: ServerResponse) => {
    ranges.push(range);
    const [fault] = faults.splice(0, 1);
    if (fault && "status" in fault) return response.writeHead(fault.status).end("<Error/>");
    const from = fault && "whole" in fault ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    const body = (fault && "body" in fault ? fault.body : content).subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { "Content-Length": body.length });
    if (fault && "cutAfter" in fault) {
      return response.write(body.subarray(0, fault.cutAfter), () => setTimeout(() => response.destroy(), 20));
    }
    if (fault && "stallAfter" in fault) return response.write(body.subarray(0, fault.stallAfter));
    return response.end(body);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen: number[] = [];
  const failure = await download(file, to, {
    link: async () => {
      links.push(`${origin}/${links.length}`);
      return links.at(-1) ?? "";
    },
    patience: { patienceMs, sleep: async () => {} },
    onBytes: (bytes) => void seen.push(bytes),
    stallMs: 200,
  }).catch((error: unknown) => error);
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return { failure, ranges, links: links.length, seen, files: readdirSync(folder) };
}

test("a file gets its name when it has arrived completely, and its .part file is removed", async () => {
  const { failure, seen, files } = await fetchFrom([]);
  expect(failure).toBeUndefined();
  expect(readFileSync(to).equals(content)).toBe(true);
  expect([seen.at(-1), files]).toEqual([content.length, ["foxes.zip"]]);
});

test("a download resumes where it stopped after its connection broke or stalled", async () => {
  const { failure, ranges, files } = await fetchFrom([{ cutAfter: 100_000 }, { stallAfter: 50_000 }]);
  expect(failure).toBeUndefined();
  expect(readFileSync(to).equals(content)).toBe(true);
  expect(ranges).toEqual([undefined, "bytes=100000-", "bytes=150000-"]);
  expect(files).toEqual(["foxes.zip"]);
});

test("a download requests a new URL if its URL has expired or the storage is busy", async () => {
  const { failure, links } = await fetchFrom([{ status: 403 }, { status: 503 }]);
  expect([failure, links]).toEqual([undefined, 3]);
  expect(readFileSync(to).equals(content)).toBe(true);
});

test("a storage that ignores ranges sends the file from the beginning", async () => {
  const { failure } = await fetchFrom([{ cutAfter: 1000 }, { whole: true }]);
  expect(failure).toBeUndefined();
  expect(readFileSync(to).equals(content)).toBe(true);
});

test.each([
  ["is completed", content.subarray(0, 200_000), ["bytes=200000-"]],
  ["is not downloaded again if it is complete", content, []],
  ["is replaced if it is too long", Buffer.concat([content, content]), [undefined]],
  ["is replaced if it has other bytes", Buffer.alloc(1000), ["bytes=1000-", undefined]],
])("the .part file of an earlier run %s", async (_, left, asked) => {
  writeFileSync(part, left);
  const { failure, ranges, files } = await fetchFrom([]);
  expect(failure).toBeUndefined();
  expect(readFileSync(to).equals(content)).toBe(true);
  expect([ranges, files]).toEqual([asked, ["foxes.zip"]]);
});

test("a file never gets its name if its bytes differ from the announced ones", async () => {
  const other = Buffer.alloc(content.length, 1);
  const { failure, files } = await fetchFrom([{ body: other }, { body: other }]);
  expect(failure).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining("differed from the file of the service twice"),
  });
  expect(files).toEqual([]);
});

test("a lasting network failure ends the download with a message, and keeps the bytes that have arrived", async () => {
  const { failure, files } = await fetchFrom(
    [{ cutAfter: 1000 }, ...Array.from({ length: 20 }, () => ({ status: 503 }))],
    2000,
  );
  expect(failure).toMatchObject({ message: "foxes.zip does not arrive: the storage answers 503." });
  expect(files).toEqual([partName]);
});

test("a full disk ends the download with a message", async () => {
  symlinkSync("/dev/full", part);
  const { failure, files } = await fetchFrom([]);
  expect(failure).toMatchObject({ exitCode: 1, message: expect.stringContaining("the disk is full") });
  expect(files).toEqual([partName]);
});
