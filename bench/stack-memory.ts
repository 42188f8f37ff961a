import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { signToken } from "../local/oidc/sign-token.ts";
import { signingKey } from "../local/oidc/signing-key.ts";
import { startedStack } from "../test/support/stack/started-stack.ts";
import { peakBytes, tellsOfProcesses } from "../test/support/video/extraction-children.ts";
import { judged } from "./support/cost.ts";
import { httpSender } from "./support/http-sender.ts";
import { machine } from "./support/machine.ts";
import { printTable } from "./support/print-table.ts";

/**
 * `npm run bench:stack-memory` measures the memory of `npm start` with an empty data folder. It calls every operation of
 * the API four times at once, one operation after the other, and then all again. Calls have the id 1 in GETs, an id that
 * does not exist elsewhere, and empty bodies, so every function runs and writes little. Needs Linux. Exits with 1 when
 * the stack takes more than its budget, or when an operation returns other statuses the second time.
 */
const admin = "bench@example.org";
const [atOnce, laterMs] = [4, 20_000];
const budgetMb = { peak: 800, later: 700 };

const methods = ["get", "post", "put", "patch", "delete"];
const Api = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

if (!tellsOfProcesses) {
  console.log("Skipped: the memory of a process is in /proc, which only Linux has.");
  process.exit();
}
const dataDir = mkdtempSync(path.join(tmpdir(), "stack-memory-"));
process.stderr.write("starting a stack …\n");
// The stack runs in its own process group and ends when this program exits.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const environment = { ADMIN_EMAILS: admin, CALLER_REQUESTS_PER_SECOND: "100000" };
const stack = await startedStack(dataDir, environment, { args: [] });
const { send, close } = httpSender(stack.origin);
const faults: string[] = [];
try {
  while (!stack.output().includes("Stop with Ctrl-C.")) await sleep(100);
  const token = await signToken(signingKey(dataDir), {
    issuer: stack.issuer,
    email: admin,
    lifetimeSeconds: 3600,
  });
  const afterStart = megabytes(residentBytes());
  await send(token, "GET", "/users/me");
  const api = z.parse(Api, JSON.parse((await send(token, "GET", "/openapi.json")).text));
  const operations = Object.entries(api.paths).flatMap(([target, item]) =>
    Object.keys(item).flatMap((method) => (methods.includes(method) ? [callOf(method, target)] : [])),
  );
  /** Returns the statuses of each operation. */
  const callAll = async () => {
    const statuses: string[] = [];
    for (const [method, target] of operations) {
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      const sent = Array.from({ length: atOnce }, () => send(token, method, target, body));
      const answers = await Promise.all(sent);
      statuses.push(`${method} ${target}: ${answers.map(({ status }) => status).toSorted()}`);
    }
    return statuses;
  };
  const cpuBefore = cpuSeconds();
  process.stderr.write("calling every operation …\n");
  const first = await callAll();
  process.stderr.write("calling every operation again …\n");
  const second = await callAll();
  const afterLoad = megabytes(residentBytes());
  const cpu = Math.round(cpuSeconds() - cpuBefore);
  await sleep(laterMs);
  const later = megabytes(residentBytes());
  const peak = megabytes(peakBytes(stack.pid));
  for (const [i, line] of first.entries()) {
    if (line !== second[i]) faults.push(`${line}, then ${second[i]}`);
  }
  console.log(
    `\`npm run bench:stack-memory\`: ${machine()}. Resident memory of the process of \`npm start\`, which runs all functions, with a new data folder and the demonstration. ${operations.length} operations are called ${atOnce} times at once, one after the other, and then all again. The calls took ${cpu} s of CPU.\n`,
  );
  const rows: [string, number, number?][] = [
    ["after the start, MB", afterStart],
    ["after the calls, MB", afterLoad],
    ["peak, MB", peak, budgetMb.peak],
    [`${laterMs / 1000} s later, MB`, later, budgetMb.later],
  ];
  printTable(rows.map(([what, measured, budget]) => ({ what, measured, ...judged(measured, budget) })));
  for (const [what, measured, budget = measured] of rows) {
    if (measured > budget) faults.push(`${what}: ${measured} instead of ${budget}`);
  }
} finally {
  close();
  await stack.kill("SIGTERM");
  rmSync(dataDir, { recursive: true });
}
if (faults.length > 0) {
  console.error(`Budget exceeded: ${faults.join("; ")}`);
  process.exitCode = 1;
}

/** The method and the path of a call: GETs have the id 1, other calls change nothing. */
function callOf(method: string, target: string): [method: string, target: string] {
  return [method.toUpperCase(), target.replace(/\{[^}]+\}/g, method === "get" ? "1" : "999999")];
}

function residentBytes(): number {
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${stack.pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) * 1024;
}

/** CPU time of the stack, without the processes that it started. Linux counts in hundredths of a second. */
function cpuSeconds(): number {
  // The program's name, in parentheses, may contain any character.
  const fields = readFileSync(`/proc/${stack.pid}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
