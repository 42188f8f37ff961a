import fc from "fast-check";
import { expect, test } from "vitest";
import { connect } from "../../client/api.ts";
import { announcement } from "../../client/upload/begin-upload.ts";
import type { Put } from "../../client/upload/send-part.ts";
import { uploadFile } from "../../client/upload/upload-file.ts";

const [partBytes, count] = [16, 7];
const parts = Array.from({ length: count }, (_, i) => ({
  number: i + 1,
  bytes: i + 1 < count ? partBytes : 5,
  sha256: `sum ${i + 1}`,
}));
const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
const body = announcement({
  ...{ path: "Weir/a.mp4", type: "video/mp4", bytes, camera: 3, startMs: 1000, fingerprint: "f" },
});

/** Creates a service with one camera. It keeps uploads and parts as the real service does. */
function fakeService() {
  const uploads = new Map<string, number>();
  const received = new Map<number, string>();
  const log: string[] = [];
  let isDone = false;
  const json = (status: number, content: object, headers: Record<string, string> = {}) =>
    Response.json(content, { status, headers });
  const answer = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace("/api/v1", "");
    const text = await request.text();
    log.push(`${request.method} ${path}`);
    if (path === "/uploads") {
      const key = request.headers.get("Idempotency-Key") ?? "";
      const known = uploads.get(key);
      if (known !== undefined) return json(201, { id: known }, { "Idempotent-Replayed": "true" });
      if (isDone) return json(409, { detail: "It is there.", videostream: 9 });
      uploads.set(key, 1);
      return json(201, { id: 1 });
    }
    if (path === "/uploads/1") {
      const list = [...received].map(([number, sha256]) => ({ number, sha256 }));
      return json(200, { id: 1, status: isDone ? "done" : "open", received: list });
    }
    if (path === "/uploads/1/parts") {
      const [{ number }] = JSON.parse(text).parts;
      return json(200, { parts: [{ number, url: `http://storage.example/${number}`, headers: {} }] });
    }
    if (received.size < count) return json(409, { detail: "Parts are missing." });
    isDone = true;
    return json(201, { id: 9 });
  };
  const store = (number: number, sha256: string) => {
    log.push(`PUT ${number}`);
    received.set(number, sha256);
  };
  return { answer, store, received, log };
}

test("an upload that was stopped at any point continues, and sends only the parts that have not arrived", async () => {
  await fc.assert(
    fc.asyncProperty(
      // Result of each PUT: it arrives, the connection breaks, the storage refuses it, or the person stops.
      fc.array(fc.constantFrom("arrives", "breaks", "refused", "stop"), { maxLength: 25 }),
      async (fates) => {
        const service = fakeService();
        const api = connect("http://service.example", async () => "token", { fetch: service.answer });
        const left = fates.values();
        let ended = "";
        let arrived = 0;
        for (let runs = 0; ended === "" && runs <= fates.length; runs++) {
          const stop = new AbortController();
          const put: Put = async ({ number, sha256, bytes: length }, _, onBytes) => {
            stop.signal.throwIfAborted();
            const fate = left.next().value ?? "arrives";
            onBytes(length);
            if (fate === "breaks") return { broken: new Error() };
            if (fate === "refused") return { status: 403, text: "" };
            if (fate === "stop") stop.abort();
            stop.signal.throwIfAborted();
            service.store(number, sha256);
            return { status: 200, text: "" };
          };
          let known = 0;
          await uploadFile(body, parts, {
            ...{ api, put, signal: stop.signal, patience: { sleep: async () => {}, patienceMs: 60_000 } },
            onFound: (found) => {
              known += found;
            },
            onSent: (sent) => {
              known += sent;
            },
          }).then(
            ({ kind, stream }) => {
              ended = `${kind} ${stream}`;
              arrived = known;
            },
            (error: unknown) => {
              if (!stop.signal.aborted) throw error;
            },
          );
        }
        expect(ended).toBe("imported 9");
        expect(arrived).toBe(bytes);
        const puts = service.log.filter((line) => line.startsWith("PUT"));
        expect(puts.toSorted()).toEqual(parts.map(({ number }) => `PUT ${number}`));
      },
    ),
    { numRuns: 200 },
  );
});

test("a file that was uploaded before is found in the service, and is not sent again", async () => {
  const service = fakeService();
  const api = connect("http://service.example", async () => "token", { fetch: service.answer });
  const put: Put = async ({ number, sha256 }) => {
    service.store(number, sha256);
    return { status: 200, text: "" };
  };
  const once = () =>
    uploadFile(body, parts, {
      ...{ api, put, patience: { sleep: async () => {} }, onFound: () => {}, onSent: () => {} },
    });
  expect(await once()).toEqual({ kind: "imported", stream: 9 });
  service.log.length = 0;
  expect(await once()).toEqual({ kind: "there", stream: 9 });
  expect(service.log).toEqual(["POST /uploads", "GET /uploads/1", "POST /uploads"]);
});
