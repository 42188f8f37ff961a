import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { localDeployment } from "./local-deployment.ts";

const usage = `Runs the HTTP tests against a deployment. The tests create records and do not delete them, so use a
deployment for tests, and a new one for each run, because idempotency keys are kept for 90 days. One caller sends the
requests of a hundred users, so deploy with CallerRequestsPerSecond=100000.

  npm run test:api                                          tests the running local stack of DATA_DIR (.local), and
                                                            names the settings that this stack lacks
  npm run test:api -- --url URL --token TOKEN               sends all requests with the token of an admin
  npm run test:api -- --url URL --keys DIR --issuer URL     signs tokens with the key in this folder: a local
                                                            stack's DATA_DIR, or the folder of deploy:local

  --url      the URL of the API, with or without /api/v1
  [tests …]  only the test files whose name contains one of these, such as species

Tests that cannot pass on the deployment are skipped with the reason (test/support/stack/elsewhere.ts).`;

const seeHelp = "run npm run test:api -- --help to see the options";

type Options = { url?: string; token?: string; keys?: string; issuer?: string };

try {
  process.exitCode = await testApi();
} catch (error) {
  // Node's message for an unknown option ends with advice about positional arguments, which is left out.
  console.error(error instanceof Error ? error.message.replace(/\. To specify.*/s, `: ${seeHelp}.`) : error);
  process.exitCode = 1;
}

async function testApi(): Promise<number> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    options: { url: text, token: text, keys: text, issuer: text, help: { type: "boolean" } },
    allowPositionals: true,
  });
  const { help, ...options } = values;
  if (help) {
    console.log(usage);
    return 0;
  }
  const { url, token, keys, issuer } = deploymentOf(options);
  const origin = url.replace(/\/(api\/v1\/?)?$/, "");
  await checkHealth(`${origin}/api/v1/health`);
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "api", "--reporter", "verbose"];
  const child = spawn(process.execPath, [...vitest, ...positionals.map((name) => `test/http/${name}`)], {
    env: {
      ...process.env,
      TEST_API_ORIGIN: origin,
      ...(token === undefined ? { TEST_API_KEYS: keys, TEST_API_ISSUER: issuer } : { TEST_API_TOKEN: token }),
    },
    stdio: "inherit",
  });
  const [code] = await once(child, "close");
  return code ?? 1;
}

/**
 * The deployment that the options name: one token for all callers, or the key and the issuer of all tokens. Without
 * options, the running local stack.
 * @throws Error with a sentence for the user
 */
function deploymentOf(options: Options): Options & { readonly url: string } {
  if (Object.keys(options).length === 0) return localDeployment(process.env["DATA_DIR"] || ".local");
  const { url, token, keys, issuer } = options;
  if (url === undefined) throw new Error(`--url is missing: ${seeHelp}.`);
  if (!URL.canParse(url)) throw new Error(`--url must be a URL such as http://127.0.0.1:3000, not "${url}".`);
  if ((token === undefined) === (keys === undefined || issuer === undefined)) {
    throw new Error(`Either --token or both --keys and --issuer are required with --url: ${seeHelp}.`);
  }
  return { ...options, url };
}

async function checkHealth(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) }).catch((error: Error) => {
    throw new Error(`${url} does not respond (${error.message}): check --url.`, { cause: error });
  });
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}, not 200: check --url.`);
}
