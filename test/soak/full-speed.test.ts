import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { admin, openApi } from "../support/api/api.ts";
import { below, oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { hasProc, processTree, programOf } from "../support/stack/stack-processes.ts";
import { startedStack } from "../support/stack/started-stack.ts";

const soakMs = Number(process.env["SOAK_SECONDS"] ?? 0) * 1000;
if (soakMs === 0)
  console.log("Skipped: the run at full speed, which takes minutes. Start it with: npm run test:soak");

const clients = 12;
const sampleMs = 2000;
/** Number of parts of the run for which memory is reported. */
const parts = 10;
/**
 * Maximum growth in the second half of the run. Memory may grow with the data, but a leak at this speed would exceed
 * this many times over.
 */
const maxGrowth = 1.25;
/** In shorter runs, the sandboxes of functions are still growing to their final size. */
const minMs = 300_000;

test.skipIf(soakMs === 0)(
  "at full speed, memory stays stable and every request succeeds",
  {
    timeout: soakMs + 120_000,
  },
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "soak-"));
    const environment = { ADMIN_EMAILS: admin, CALLER_REQUESTS_PER_SECOND: "100000", LOG_LEVEL: "ERROR" };
    const stack = await startedStack(dataDir, environment, { args: [] });
    try {
      const api = openApi(stack);
      const token = await api.tokenFor(admin);
      await api.call("GET", "/users/me", { token });
      while ((await api.call("GET", "/annotations", { token })).body.total !== 6) await sleep(200);
      const call = caller(stack.origin, token);
      const endMs = Date.now() + soakMs;
      const work = Array.from({ length: clients }, async (_, number) => {
        const random = seededRandom(number);
        while (Date.now() < endMs) await oneOf(random, operations)(call, random);
      });
      const samples: number[] = [];
      while (Date.now() < endMs) {
        await sleep(sampleMs);
        if (hasProc) samples.push(memoryBytes(stack.pid));
      }
      await Promise.all(work);

      const part = Math.ceil(samples.length / parts);
      const memory = Array.from({ length: parts }, (_, i) => median(samples.slice(i * part, (i + 1) * part)));
      const table = [...call.latencies].map(([name, ms]) => rowOf(name, ms));
      console.table(table);
      const seconds = soakMs / 1000;
      const total = table.reduce((sum, { requests }) => sum + requests, 0);
      console.log(`${total} requests in ${seconds} s. MB of memory: ${memory.map(mega).join(", ")}.`);
      expect(call.failed).toEqual([]);
      const [middle = 0, last = 0] = [memory[Math.floor(parts / 2)], memory.at(-1)];
      if (soakMs < minMs) console.log("Memory is not checked in runs shorter than five minutes.");
      else if (hasProc) expect(last / middle).toBeLessThan(maxGrowth);
    } finally {
      await stack.kill("SIGTERM");
      rmSync(dataDir, { recursive: true });
    }
  },
);

type Call = ReturnType<typeof caller>;

/** Returns a function that sends a request, records its latency under a name, and collects failures. */
function caller(origin: string, token: string) {
  const latencies = new Map<string, number[]>();
  const failed: string[] = [];
  const send = async (name: string, target: string, body?: unknown, headers: Record<string, string> = {}) => {
    const startMs = performance.now();
    const response = await fetch(`${origin}/api/v1${target}`, {
      method: body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const own = latencies.get(name) ?? [];
    latencies.set(name, own);
    own.push(performance.now() - startMs);
    if (response.status >= 400) failed.push(`${name} ${response.status} ${text.slice(0, 200)}`);
    return text;
  };
  return Object.assign(send, { latencies, failed });
}

const time = (random: Random) => `2026-03-0${1 + below(random, 4)}T0${below(random, 9)}:00:00Z`;
const observation = (random: Random) => ({
  videostreamId: 4,
  timespan: { start: "00:00:01", end: "00:10:00" },
  observer: `observer${below(random, 50)}@example.org`,
  observation: { species: oneOf(random, ["Vulpes vulpes", "Lutra lutra"]), count: String(below(random, 9)) },
});

/** Requests of front ends, detectors and camera sites, all about equally frequent. */
const operations: readonly ((call: Call, random: Random) => Promise<unknown>)[] = [
  (call) => call("list all annotations", "/annotations?limit=20"),
  (call, random) =>
    call("list by name and count", `/annotations?name=red+fox&observation[count]=${below(random, 9)}`),
  (call, random) =>
    call("list by observer", `/annotations?observer=observer${below(random, 50)}@example.org`),
  (call, random) => {
    const [start, end] = [time(random), time(random)].toSorted();
    return call("list streams of a timespan", `/videostreams?timespan[start]=${start}&timespan[end]=${end}`);
  },
  (call, random) => call("get an annotation", `/annotations/${1 + below(random, 6)}`),
  (call, random) => call("create an annotation", "/annotations", observation(random)),
  (call, random) =>
    call(
      "create a batch of 10",
      "/annotations/batch",
      Array.from({ length: 10 }, () => observation(random)),
    ),
  (call, random) =>
    call("create a stream", "/videostreams", {
      stream_url: "https://video.example/soak.mp4",
      capturesource: 1 + below(random, 3),
      startTime: "2026-03-01T00:00:00Z",
      endTime: time(random),
    }),
  (call, random) => {
    const second = `00:00:0${below(random, 10)}.${below(random, 10)}00`;
    return call("get a still", `/videostreams/2/media?time=${second}-${second}`, undefined, {
      Accepts: "image/jpeg",
    });
  },
];

/**
 * Returns the memory of the stack's Node processes, without the database, which keeps a varying part of its file in
 * memory.
 */
function memoryBytes(root: number): number {
  return processTree(root)
    .filter((pid) => programOf(pid) === "node")
    .map(
      (pid) =>
        Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024,
    )
    .reduce((sum, bytes) => sum + bytes, 0);
}

function rowOf(name: string, ms: readonly number[]) {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
  return {
    name,
    requests: ms.length,
    "p50 ms": at(0.5),
    "p90 ms": at(0.9),
    "p99 ms": at(0.99),
    "max ms": at(1),
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function mega(bytes: number): number {
  return Math.round(bytes / 1e6);
}
