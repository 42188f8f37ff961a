/** Meaning of the error codes of Node and of OpenSSL. */
const meanings: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, "its name is not found. Check the address and your connection to the internet"],
  [/ECONNREFUSED/, "nothing answers there. Check the address, and whether the service is running"],
  [/CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/, "its certificate is not trusted on this computer"],
  [/ENETUNREACH|EHOSTUNREACH|ENETDOWN/, "this computer has no connection to it"],
];

/** Reason why a server cannot be reached, as a sentence. `fetch` has it in the `cause` of its error. */
export function networkProblem(address: string, error: unknown): string {
  const { host } = new URL(address);
  const code = codeOf(error);
  const [, meaning] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  return `There is no connection to ${host}: ${meaning ?? `it broke off${code === "" ? "" : ` (${code})`}`}.`;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  // Several addresses were tried, and each gave an error.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
