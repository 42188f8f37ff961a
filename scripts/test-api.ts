import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";

const usage = `Runs the HTTP tests against a deployment, wherever it is. They make records and leave them there,
so let it be a deployment for tests, and a new one for each run: idempotency keys are kept for 90 days. They send
as one caller what a hundred people would: deploy it with CallerRequestsPerSecond=100000.

  npm run test:api -- --url URL --token TOKEN               an admin's token: it calls for everybody
  npm run test:api -- --url URL --keys DIR --issuer URL     the folder with the key that signs its tokens:
                                                            a local stack's DATA_DIR, or that of deploy:local

  --url      where the API is, with or without /api/v1
  [tests …]  only test files with such names, such as species

Tests that such a deployment cannot pass are skipped, each with the reason (test/support/stack/elsewhere.ts).`;

try {
  process.exitCode = await testApi();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function testApi(): Promise<number> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    options: { url: text, token: text, keys: text, issuer: text },
    allowPositionals: true,
  });
  const { url, token, keys, issuer } = values;
  if (url === undefined || (token === undefined) === (keys === undefined || issuer === undefined)) {
    throw new Error(usage);
  }
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

async function checkHealth(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(15_000) }).catch((error: Error) => {
    throw new Error(`${url} does not answer: ${error.message}`, { cause: error });
  });
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: is this the service's URL?`);
}
