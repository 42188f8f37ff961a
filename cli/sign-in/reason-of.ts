import * as oauth from "oauth4webapi";

const maxCharacters = 300;

/** Reason why a step of a sign-in failed, for a person. Never contains a code or token. */
export function reasonOf(error: unknown): string {
  return printable(textOf(error));
}

function textOf(error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const { error: code, error_description: description } = error;
    return description === undefined ? code : `${description} (${code})`;
  }
  if (error instanceof oauth.OperationProcessingError && error.code === oauth.JWT_TIMESTAMP_CHECK) {
    return `${error.message}. Is the clock of this computer right?`;
  }
  if (!(error instanceof Error)) return String(error);
  // fetch's own message is only "fetch failed".
  return error instanceof TypeError && error.cause instanceof Error
    ? error.cause.message || error.message
    : error.message;
}

/** Replaces control characters: issuers, and pages that pretend to be one, choose these texts. */
function printable(text: string): string {
  return text.replace(/\p{C}+/gu, " ").slice(0, maxCharacters);
}
