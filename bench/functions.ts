import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { bundle } from "../lib/bundles.ts";
import { endpoints } from "../lib/endpoints.ts";
import { jobs } from "../lib/jobs.ts";
import { bundleService } from "../lib/service-bundles.ts";
import { printTable } from "./support/print-table.ts";

/**
 * `npm run bench:functions [-- --runs 15]` compares the size and the cold start of every function with a bare function
 * that only creates the same SDK clients. The request has no credential, so that the function never uses the network.
 * For jobs, it compares only the size, because nobody waits for their start. Exits with 1 when a function exceeds its
 * budget.
 */
const budget = { bytes: 1.3, cold: 1.3 };
/** Budget of functions that do small exports and imports themselves, and therefore contain the code of the worker. */
const workerBudget = { bytes: 1.6, cold: 1.5 };
const workers: ReadonlySet<string> = new Set(["create-export", "start-import"]);
const jobBytes = 1.8;

const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } });
const runs = Number(values.runs);
const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
const names = endpoints.map(({ contract }) => contract.operationId);
bundleService(folder);
const bares = ["bare", "bare-media"] as const;
bundle(
  bares.map((name) => ({ in: `bench/support/${name}.ts`, out: `${name}/index` })),
  folder,
);
const usesMedia = new Set<string>(["bare-media"]);
for (const { contract, mediaActions, uploadActions, exportActions, importActions, readsVideo } of endpoints) {
  if (mediaActions || uploadActions || exportActions || importActions || readsVideo)
    usesMedia.add(contract.operationId);
}

type Start = { loadMs: number; firstMs: number; warmMs: number };
const starts = new Map<string, Start[]>();
const all = [...bares, ...names];
// Measures all functions in each round, so that other load on the machine affects them equally.
for (let run = 0; run < runs; run++) {
  process.stderr.write(`\rround ${run + 1} of ${runs}`);
  for (const name of all) starts.set(name, [...(starts.get(name) ?? []), await start(name)]);
}
process.stderr.write("\r");

const bareOf = { table: measured("bare"), media: measured("bare-media") };
const rows = all.map((name) => {
  const bare = bareOf[usesMedia.has(name) ? "media" : "table"];
  const { bytes, coldMs, warmMs } = measured(name);
  return {
    function: name,
    bytes,
    "bytes ÷ bare": round(bytes / bare.bytes),
    "cold ms": round(coldMs),
    "cold ÷ bare": round(coldMs / bare.coldMs),
    "warm ms": round(warmMs),
  };
});
console.log(
  `\`npm run bench:functions -- --runs ${runs}\`: medians of ${runs} starts, Node ${process.version}.\n`,
);
const jobRows = jobs.map(({ name }) => {
  const bytes = bytesOf(`jobs/${name}`);
  return { function: `jobs/${name}`, bytes, "bytes ÷ bare": round(bytes / bareOf.media.bytes) };
});
printTable([...rows, ...jobRows]);
rmSync(folder, { recursive: true });
const exceeding = [
  ...rows.filter((row) => {
    const { bytes, cold } = workers.has(row.function) ? workerBudget : budget;
    return row["bytes ÷ bare"] > bytes || row["cold ÷ bare"] > cold;
  }),
  ...jobRows.filter((row) => row["bytes ÷ bare"] > jobBytes),
];
if (exceeding.length > 0) {
  console.error(`\nBudgets exceeded by ${exceeding.map((row) => row.function).join(", ")}`);
  process.exitCode = 1;
}

async function start(name: string): Promise<Start> {
  const event = {
    httpMethod: "GET",
    resource: "/",
    headers: {},
    multiValueHeaders: {},
    multiValueQueryStringParameters: null,
    pathParameters: null,
    body: null,
    isBase64Encoded: false,
    requestContext: { requestId: "bench" },
  };
  const script = path.join(import.meta.dirname, "support/cold-start.ts");
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [script, path.join(folder, name, "index.mjs"), JSON.stringify(event)],
    {
      env: {
        AWS_REGION: "us-east-1",
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "2048",
        TABLE_NAME: "bench",
        MEDIA_BUCKET: "bench",
        EXPORT_DAYS: "7",
        IMPORT_ROWS_PER_SECOND: "300",
        UPLOAD_MAX_GIGABYTES: "50",
        UPLOAD_GIGABYTES_PER_DAY: "200",
        OIDC_ISSUER: "https://issuer.example",
        OIDC_AUDIENCE: "bench",
        OIDC_CLIENT_ID: "bench",
        OIDC_SCOPE: "openid",
      },
    },
  );
  return JSON.parse(stderr);
}

function measured(name: string): { bytes: number; coldMs: number; warmMs: number } {
  const own = starts.get(name) ?? [];
  return {
    bytes: bytesOf(name),
    coldMs: median(own.map(({ loadMs, firstMs }) => loadMs + firstMs)),
    warmMs: median(own.map(({ warmMs }) => warmMs)),
  };
}

function bytesOf(name: string): number {
  return statSync(path.join(folder, name, "index.mjs")).size;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
