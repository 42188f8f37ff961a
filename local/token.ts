import { parseArgs } from "node:util";
import { apiClient } from "./api-client.ts";
import { failureMessage } from "./failure-message.ts";
import { nameFromEmail } from "./oidc/name-from-email.ts";
import { signToken } from "./oidc/sign-token.ts";
import { signingKey } from "./oidc/signing-key.ts";
import { readOptions } from "./options.ts";
import { runningStack, stackAdminName } from "./running-stack.ts";
import { setRole } from "./set-role.ts";
import { workingAdmin } from "./working-admin.ts";

const usage = `Prints a token for the running local stack. Any e-mail address will do.

  npm run -s token -- --email you@example.org [--role ROLE] [--name "Your Name"] [--hours 12]

  --email   e-mail address of the user
  --role    also gives the user this role: readonly, annotator, curator or admin
  --name    display name of a new user; by default made from the e-mail address
  --hours   lifetime of the token in hours, 12 by default
  -s        an option of npm: do not print two lines before the token

Environment: DATA_DIR (.local), the same as for npm start.`;

try {
  await token();
} catch (error) {
  console.error(failureMessage(error, "npm run token -- --help"));
  process.exitCode = 1;
}

async function token(): Promise<void> {
  const { values } = parseArgs({
    options: {
      email: { type: "string" },
      role: { type: "string" },
      name: { type: "string" },
      hours: { type: "string", default: "12" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(usage);
  const { email, role, name } = values;
  const hours = Number(values.hours);
  if (email === undefined) {
    throw new Error("--email is missing: npm run -s token -- --email you@example.org");
  }
  if (!email.includes("@")) {
    throw new Error(`--email must be an e-mail address such as you@example.org, not "${email}".`);
  }
  if (!(hours > 0 && Number.isFinite(hours))) {
    throw new Error(`--hours must be a number above 0, such as 12, not "${values.hours}".`);
  }
  const { dataDir } = readOptions(process.env);
  const { origin, issuer, spareAdmin } = runningStack(dataDir);
  const key = signingKey(dataDir);
  const lifetimeSeconds = Math.ceil(hours * 3600);
  const userToken = await signToken(key, {
    issuer,
    email,
    name: name ?? nameFromEmail(email),
    lifetimeSeconds,
  });
  if (role !== undefined) {
    const adminToken = (address: string) =>
      signToken(key, { issuer, email: address, name: stackAdminName, lifetimeSeconds: 60 });
    await setRole(origin, await workingAdmin(origin, spareAdmin, adminToken), email, role);
    // The service takes the display name from the token when the user first signs in.
    await apiClient(origin, userToken).expect(200, "GET", "/users/me");
  }
  console.log(userToken);
  warnAboutBanner();
}

/** Warns if npm has printed two lines before the token: in `$(npm run token …)` they become part of the token. */
function warnAboutBanner(): void {
  const { npm_lifecycle_event: script, npm_config_loglevel: logLevel } = process.env;
  if (script !== "token" || logLevel === "silent" || process.stdout.isTTY) return;
  console.error("npm printed two lines before the token. For the token alone: npm run -s token -- …");
}
