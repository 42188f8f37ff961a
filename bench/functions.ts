import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { addFiles, bundle, bundleFunctions } from "../lib/bundles.ts";
import { endpoints } from "../lib/endpoints.ts";
import { printTable } from "./support/print-table.ts";

/**
 * `npm run bench:functions [-- --runs 15]` compares the size and the cold start of every function with a bare function
 * that only creates the same SDK clients. The request has no credential, so that the network is never used. Exits with 1
 * when a function exceeds its budget.
 */
const budget = { bytes: 1.3, cold: 1.3 };

const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } });
const runs = Number(values.runs);
const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
const names = endpoints.map(({ contract }) => contract.operationId);
bundleFunctions(names, folder);
for (const { contract, files = [] } of endpoints) addFiles(contract.operationId, files, folder);
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
// Round by round, so that other load on the machine affects all functions alike.
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
printTable(rows);
rmSync(folder, { recursive: true });
const exceeding = rows.filter(
  (row) => row["bytes ÷ bare"] > budget.bytes || row["cold ÷ bare"] > budget.cold,
);
if (exceeding.length > 0) {
  console.error(
    `\nBudget of ${budget.bytes} × bytes and ${budget.cold} × cold start exceeded by ${exceeding.map((row) => row.function).join(", ")}`,
  );
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
    bytes: statSync(path.join(folder, name, "index.mjs")).size,
    coldMs: median(own.map(({ loadMs, firstMs }) => loadMs + firstMs)),
    warmMs: median(own.map(({ warmMs }) => warmMs)),
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
