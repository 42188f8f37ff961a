import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { Stop } from "./failure.ts";

/** Options of all commands that call a service. */
export const serviceOptions = {
  url: { type: "string" },
  key: { type: "string" },
  token: { type: "string" },
  "no-browser": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Address of a service, and the credential for its requests. */
export type ServiceOptions = {
  readonly url: string | undefined;
  /** A site key or an ID token. */
  readonly credential: string | undefined;
  /** True if signing in opens a browser. */
  readonly browser: boolean;
};

type ServiceValues = { readonly [name in "url" | "key" | "token"]?: string | undefined } & {
  readonly "no-browser": boolean;
};

/** The service that the options name, or else the environment variables. */
export function serviceOf(values: ServiceValues, env: NodeJS.ProcessEnv): ServiceOptions {
  const { url = env["WILDLIFE_URL"], key = env["WILDLIFE_KEY"], token = env["WILDLIFE_TOKEN"] } = values;
  return { url: url || undefined, credential: key || token || undefined, browser: !values["no-browser"] };
}

/** @throws Stop without an address */
export function requireUrl({ url }: Pick<ServiceOptions, "url">): string {
  if (url === undefined) throw wrong("--url is missing: the address of the service.");
  return url;
}

/**
 * Splits a command line.
 * @throws Stop for an unknown option, or one without its value
 */
export function splitCommand<const Config extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Config,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    // The first sentence says what is wrong. The rest of Node's text is about positional arguments.
    const [problem = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw wrong(`${problem.replace(/\.$/, "")}.`);
  }
}

/** Error of a command line. `sentence` says what is wrong and what would be right. */
export function wrong(sentence: string): Stop {
  return new Stop(`${sentence}\nwildlife --help lists the options.`, 2);
}
