import { parseArgs } from "node:util";
import { signToken } from "./oidc/sign-token.ts";
import { signingKey } from "./oidc/signing-key.ts";
import { readOptions } from "./options.ts";
import { runningStack, stackAdmin } from "./running-stack.ts";
import { setRole } from "./set-role.ts";

const usage = `Prints a token of the local stack on stdout, and nothing else there.

  npm run token -- --email you@example.org [--role readonly|annotator|curator|admin] [--name "Your Name"] [--hours 12]

  --role   also gives the person that role, over the running stack's API`;

try {
  console.log(await token());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function token(): Promise<string> {
  const { values } = parseArgs({
    options: {
      email: { type: "string" },
      role: { type: "string" },
      name: { type: "string" },
      hours: { type: "string", default: "12" },
    },
  });
  const hours = Number(values.hours);
  if (!values.email?.includes("@") || !(hours > 0)) throw new Error(usage);
  const { dataDir } = readOptions(process.env);
  const { origin, issuer } = runningStack(dataDir);
  const key = signingKey(dataDir);
  if (values.role !== undefined) {
    const adminToken = await signToken(key, { issuer, email: stackAdmin, lifetimeSeconds: 60 });
    await setRole(origin, adminToken, values.email, values.role);
  }
  const lifetimeSeconds = Math.ceil(hours * 3600);
  return signToken(key, { issuer, email: values.email, name: values.name, lifetimeSeconds });
}
