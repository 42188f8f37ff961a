/**
 * Redirect URLs of the command `wildlife`, where it waits for the response to a sign-in (RFC 8252, section 7.3).
 * Issuers compare ports exactly, so there are three to choose a free one from.
 */
export const commandCallbacks: readonly string[] = [49180, 49181, 49182].map(
  (port) => `http://localhost:${port}/callback`,
);
