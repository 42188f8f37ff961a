import * as z from "zod/mini";

// Deliberately loose (one @, no spaces or control characters): the issuer has proved that the address exists.
const pattern = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

export const Email = z.string().check(
  z.refine((text) => pattern.test(text) && text.isWellFormed(), { error: "Must be an e-mail address" }),
  z.meta({ id: "Email", format: "idn-email", examples: ["chi@example.org"] }),
);

/**
 * An e-mail as a path parameter. API Gateway's documents and its users differ on whether it decodes them, so
 * both forms are taken; one that has its @ needs no decoding.
 */
export const EmailInPath = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (text.includes("@") ? text : decoded(text))),
  ),
  Email,
);

/**
 * The form in which two addresses are the same user. Only A–Z is folded: Unicode folding maps some
 * foreign letters onto ASCII ones (K, the Kelvin sign), which would hand one person's account to another.
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
