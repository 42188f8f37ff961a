import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";

// Loose on purpose (one @, no spaces or control characters): the issuer has verified that the address exists.
const pattern = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

export const Email = z.string({ error: mustBe("an e-mail address") }).check(
  z.refine((text) => pattern.test(text) && text.isWellFormed()),
  z.meta({
    id: "Email",
    description: "An e-mail address.",
    format: "idn-email",
    examples: ["chi@example.org"],
  }),
);

/**
 * An e-mail address as a path parameter, percent-encoded or not: API Gateway's documentation and its users disagree on
 * whether it decodes path parameters. A text with an @ is already decoded.
 */
export const EmailInPath = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (text.includes("@") ? text : decoded(text))),
  ),
  Email,
);

/**
 * Returns a key that is equal for all spellings of one user's address. It folds only A–Z: Unicode folding maps some
 * other letters to ASCII (K, the Kelvin sign), which would give one person's account to another.
 */
export function emailKey(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The part after the @, folded like `emailKey`. */
export function emailDomain(email: string): string {
  return emailKey(email.slice(email.lastIndexOf("@") + 1));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
