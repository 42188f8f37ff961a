/**
 * Returns the text that a command prints when it fails: one sentence, without a stack trace.
 * @param help the command that lists the options, such as `npm start -- --help`
 */
export function failureMessage(error: unknown, help: string): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"))) return error.message;
  // The first sentence says what is wrong. The rest of Node's text is about positional arguments.
  const [problem] = error.message.split(". ");
  return `${problem}: run ${help} to see the options.`;
}
