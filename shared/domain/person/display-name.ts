import * as z from "zod/mini";
import { text } from "../wire/text.ts";

const maxCharacters = 200;

/** Everything from the first @ on. The full-width @ and the small @ look like it, so they count, too. */
const addressPart = /\s*[@＠﹫].*$/su;

const form = `text of 1 to ${maxCharacters} characters without @`;

/** A display name that a user chooses. It must be unique among enabled users, and must not be an e-mail address. */
export const DisplayName = text(1, maxCharacters, form).check(
  z.refine((name) => displayNameKey(name) !== "", { error: "must have visible characters." }),
  z.refine((name) => !addressPart.test(name), {
    error: "must be text without @, since everybody can read it.",
  }),
  z.meta({
    description: "The name that others see. It must be unique. Upper and lower case count as the same.",
    examples: ["Chi Nguyen"],
    pattern: "^[^@\\uFE6B\\uFF20]*$",
  }),
);

/** The display name of every deleted user. */
export const deletedName = "deleted user";

/** Returns the name of a user without any other name. It is reserved for the user with this id. */
export function defaultName(id: number): string {
  return `user ${id}`;
}

/**
 * Returns the display names that a user may get at the first sign-in, the best first: the token's name, or its part
 * before an @; the same with the user's id; and `user <id>`, which is reserved for this user.
 */
export function namesFromToken(id: number, tokenName: string | undefined): readonly string[] {
  const plain = (tokenName ?? "").toWellFormed().replace(/\p{C}/gu, "").replace(addressPart, "").trim();
  const name = cut(plain, maxCharacters);
  const number = ` ${id}`;
  return name === ""
    ? [defaultName(id)]
    : [name, cut(plain, maxCharacters - number.length) + number, defaultName(id)];
}

function cut(name: string, length: number): string {
  return name.slice(0, length).toWellFormed();
}

/**
 * Returns a key that is equal for names that look alike. It ignores case, Unicode normalisation, white space and
 * invisible characters.
 */
export function displayNameKey(name: string): string {
  const plain = name.replace(/\p{C}/gu, "").toLowerCase().toUpperCase().normalize("NFKC");
  return plain
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll("ς", "σ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Returns true if the service itself uses this name, other than as the default name of user `id`. */
export function isReserved(key: string, id: number): boolean {
  if (key === deletedName || key === "unknown user") return true;
  return /^user \d+$/.test(key) && key !== defaultName(id);
}
