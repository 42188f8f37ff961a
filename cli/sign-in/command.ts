import { parseArgs } from "node:util";
import { connect } from "../../client/api.ts";
import { deploymentAddress } from "./issuer.ts";
import { signIn, signOut } from "./sign-in.ts";

const signInUsage = `Usage: wildlife sign-in --url ADDRESS [--no-browser]
       wildlife sign-out --url ADDRESS

sign-in keeps you signed in on this computer until the issuer ends the sign-in. sign-out ends it on this computer.

  --url         address of the service, such as https://wildlife.example
  --no-browser  prints the address where you sign in, and opens no browser`;

/**
 * Runs `sign-in` or `sign-out`.
 * @returns the exit code: 0 if done, 1 if not, 2 if the command is wrong
 */
export async function signInCommand(command: "sign-in" | "sign-out", args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === "string") {
    console.error(`${options}\n\n${signInUsage}`);
    return 2;
  }
  try {
    const deployment = deploymentAddress(options.url);
    console.log(
      command === "sign-in" ? await whoSignsIn(deployment, options.browser) : await forget(deployment),
    );
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** The options, or a sentence that says what is wrong with them. */
function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: { url: { type: "string" }, "no-browser": { type: "boolean" } },
    });
    const { url, "no-browser": noBrowser = false } = values;
    return url === undefined
      ? "--url is required: the address of the service."
      : { url, browser: !noBrowser };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function whoSignsIn(deployment: string, browser: boolean): Promise<string> {
  const { data, error } = await connect(deployment, await signIn(deployment, { browser })).GET("/users/me");
  if (error) throw new Error(error.detail);
  return `You are signed in as ${data.display_name}. Your role is ${data.role}.`;
}

async function forget(deployment: string): Promise<string> {
  await signOut(deployment);
  return "You are signed out.";
}
