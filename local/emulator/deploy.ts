import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { audience } from "../oidc/issuer.ts";
import { signToken } from "../oidc/sign-token.ts";
import { signingKey } from "../oidc/signing-key.ts";
import { readOptions } from "../options.ts";
import { stackAdmin } from "../running-stack.ts";
import { stackName, synthesise } from "../synthesise.ts";
import { putIssuer } from "./issuer-bucket.ts";

const usage = `Deploys the service to an emulator of AWS that runs already (see localstack-compose.yml), with an issuer of
its own, and prints where the API is and a token of its admin.

  npm run deploy:local [-- --endpoint http://127.0.0.1:4566] [--inside URL]

  --inside   the emulator's address as functions in it see it, when it is none that is known

Environment: DATA_DIR (.local), ADMIN_EMAILS, ALLOWED_EMAIL_DOMAINS, ANNOTATION_SHAPE, LIVE_SILENCE_MINUTES,
LIVE_MAX_HOURS, CALLER_REQUESTS_PER_SECOND (100000, for tests), LOG_LEVEL.`;

const Health = z.object({ edition: z.string(), version: z.optional(z.string()) });

try {
  await deploy();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function deploy(): Promise<void> {
  const { values } = parseArgs({
    options: {
      endpoint: { type: "string", default: "http://127.0.0.1:4566" },
      inside: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(usage);
  const { endpoint } = values;
  const { dataDir, parameters } = readOptions(process.env);
  const { edition, version = "" } = await healthOf(endpoint);
  console.log(`Deploying to ${edition} ${version} at ${endpoint} …`);
  const folder = path.join(dataDir, "emulator");
  const key = signingKey(folder);
  const issuer = await putIssuer(endpoint, values.inside ?? insideOf(edition, endpoint), key);
  const assembly = path.join(folder, "cdk.out");
  await synthesise(assembly, "linux-x64");
  const admins = [stackAdmin, parameters["AdminEmails"] ?? ""].filter(Boolean).join(",");
  const all = {
    // The tests send as one caller what a hundred people would.
    CallerRequestsPerSecond: "100000",
    ...parameters,
    OidcIssuer: issuer,
    OidcAudience: audience,
    AdminEmails: admins,
  };
  const outputs = path.join(folder, "outputs.json");
  const cdk = (...args: string[]) => runCdk([...args, "--app", assembly], endpoint, folder);
  await cdk("bootstrap", "aws://000000000000/us-east-1");
  await cdk(
    ...["deploy", "--require-approval", "never", "--outputs-file", outputs],
    ...Object.entries(all).flatMap(([name, value]) => ["--parameters", `${name}=${value}`]),
  );
  const url = `${endpoint}/_aws/execute-api/${apiIdIn(outputs)}`;
  const token = await signToken(key, { issuer, email: stackAdmin, lifetimeSeconds: 12 * 3600 });
  console.log(`
  API     ${url}/api/v1
  Token   ${token}   (an admin's, for 12 hours)
  Tests   npm run test:api -- --url ${url} --keys ${folder} --issuer ${issuer}
`);
}

async function healthOf(endpoint: string): Promise<z.infer<typeof Health>> {
  try {
    const response = await fetch(`${endpoint}/_localstack/health`, { signal: AbortSignal.timeout(5000) });
    return z.parse(Health, await response.json());
  } catch (cause) {
    const start = "docker compose -f localstack-compose.yml up -d";
    throw new Error(`No emulator answers at ${endpoint}. Start one: ${start}`, { cause });
  }
}

/** LocalStack runs functions in containers that know it by this name; others run them beside themselves. */
function insideOf(edition: string, endpoint: string): string {
  return edition === "light" ? endpoint : `http://localhost.localstack.cloud:${new URL(endpoint).port}`;
}

/** The CDK CLI keeps accounts by access key in its HOME, so it gets one of its own. */
async function runCdk(args: readonly string[], endpoint: string, folder: string): Promise<void> {
  const home = path.join(folder, "home");
  mkdirSync(home, { recursive: true });
  const root = path.join(import.meta.dirname, "../..");
  const region = { AWS_REGION: "us-east-1", AWS_DEFAULT_REGION: "us-east-1" };
  const cdklocal = fileURLToPath(import.meta.resolve("aws-cdk-local/bin/cdklocal"));
  const child = spawn(process.execPath, [cdklocal, ...args], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      ...region,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      AWS_ENVAR_ALLOWLIST: Object.keys(region).join(","),
      AWS_ENDPOINT_URL: endpoint,
      AWS_ENDPOINT_URL_S3: endpoint,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`cdklocal ${args[0]} failed.`);
}

/** The first label of the host in the output ApiUrl. */
function apiIdIn(file: string): string {
  const Outputs = z.object({ [stackName]: z.object({ ApiUrl: z.url() }) });
  const outputs = z.parse(Outputs, JSON.parse(readFileSync(file, "utf8")));
  return new URL(outputs[stackName]?.ApiUrl ?? "").hostname.split(".")[0] ?? "";
}
