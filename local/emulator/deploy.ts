import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { failureMessage } from "../failure-message.ts";
import { audience } from "../oidc/issuer.ts";
import { signToken } from "../oidc/sign-token.ts";
import { signingKey } from "../oidc/signing-key.ts";
import { nameVariables, readOptions } from "../options.ts";
import { stackAdmin, stackAdminName } from "../running-stack.ts";
import { stackName, synthesise } from "../synthesise.ts";
import { putIssuer } from "./issuer-bucket.ts";
import { spellOutApi } from "./spell-out-api.ts";

const usage = `Deploys the service to a running emulator of AWS (see localstack-compose.yml), together with an OpenID
Connect issuer. Prints the URL of the API and a token of an admin.

  npm run deploy:local [-- --endpoint http://127.0.0.1:4566] [--inside URL]

  --endpoint   the emulator's address
  --inside     the emulator's address for the functions that run in it. Needed for emulators other than
               LocalStack and MiniStack

Environment: DATA_DIR (.local), ADMIN_EMAILS, ALLOWED_EMAIL_DOMAINS, ANNOTATION_SHAPE, LIVE_SILENCE_MINUTES,
LIVE_MAX_HOURS, CALLER_REQUESTS_PER_SECOND (100000, for tests), LOG_LEVEL.`;

/** E-mail address of the admin in the HTTP tests. Only the key in this data directory can sign tokens for it. */
const testAdmin = "admin@example.org";

const Health = z.object({ edition: z.string(), version: z.optional(z.string()) });

try {
  await deploy();
} catch (error) {
  console.error(nameVariables(failureMessage(error, "npm run deploy:local -- --help")));
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
  const { edition, version = "" } = await emulatorHealth(endpoint);
  console.log(`Deploying to ${edition} ${version} at ${endpoint} …`);
  const folder = path.join(dataDir, "emulator");
  const key = signingKey(folder);
  const issuer = await putIssuer(endpoint, values.inside ?? addressInside(edition, endpoint), key);
  const assembly = path.join(folder, "cdk.out");
  await synthesise(assembly, "linux-x64");
  spellOutApi(assembly, stackName, isMinistack(edition) ? "functions" : "methods");
  const admins = [stackAdmin, parameters["AdminEmails"] ?? testAdmin].join(",");
  const all = {
    // In the tests one caller sends as many requests as a hundred users would.
    CallerRequestsPerSecond: "100000",
    AllowedEmailDomains: "allowed.example",
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
  const admin = { issuer, email: stackAdmin, name: stackAdminName, lifetimeSeconds: 12 * 3600 };
  const token = await signToken(key, admin);
  console.log(`
  API     ${url}/api/v1
  Token   ${token}   (of an admin, valid for 12 hours)
  Tests   npm run test:api -- --url ${url} --keys ${folder} --issuer ${issuer}
`);
}

async function emulatorHealth(endpoint: string): Promise<z.infer<typeof Health>> {
  try {
    const response = await fetch(`${endpoint}/_localstack/health`, { signal: AbortSignal.timeout(5000) });
    return z.parse(Health, await response.json());
  } catch (cause) {
    const start = "docker compose -f localstack-compose.yml up -d";
    throw new Error(`No emulator responds at ${endpoint}: start one with ${start}`, { cause });
  }
}

function isMinistack(edition: string): boolean {
  return edition === "light";
}

/** Returns the emulator's address for its functions. LocalStack runs them in containers, ministack on the host. */
function addressInside(edition: string, endpoint: string): string {
  return isMinistack(edition) ? endpoint : `http://localhost.localstack.cloud:${new URL(endpoint).port}`;
}

/** Runs `cdklocal` with a separate HOME, because the CDK CLI caches account ids by access key there. */
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
  if (code !== 0) throw new Error(`cdklocal ${args[0]} failed with exit code ${code}: see its output above.`);
}

/** Reads the API's id, which is the first label of the host in the stack output ApiUrl. */
function apiIdIn(file: string): string {
  const Outputs = z.object({ [stackName]: z.object({ ApiUrl: z.url() }) });
  const outputs = z.parse(Outputs, JSON.parse(readFileSync(file, "utf8")));
  return new URL(outputs[stackName]?.ApiUrl ?? "").hostname.split(".")[0] ?? "";
}
