import * as z from "zod/mini";
import { text } from "../wire/text.ts";

const maxCharacters = 200;

/** From the first @ on, in any of its forms: full-width and small ones look like it. */
const addressPart = /\s*[@＠﹫].*$/su;

const form = `text of 1 to ${maxCharacters} characters without @`;

/** A display name that somebody chooses. No other enabled user has it, and it is no e-mail address. */
export const DisplayName = text(1, maxCharacters, form).check(
  z.refine((name) => displayNameKey(name) !== "", { error: "must have characters that can be seen." }),
  z.refine((name) => !addressPart.test(name), {
    error: "must be text without @, since everybody can read it.",
  }),
  z.meta({
    description:
      "The name that others see. No other user may have it. Upper and lower case count as the same.",
    examples: ["Chi Nguyen"],
    pattern: "^[^@\\uFE6B\\uFF20]*$",
  }),
);

/** How the records of every deleted user are signed. */
export const deletedName = "deleted user";

/** The name of a user who has no other. Only the user with this id can have it. */
export function defaultName(id: number): string {
  return `user ${id}`;
}

/**
 * The display names that a user may get at the first sign-in, the best first: the token's name, or its part before an
 * @; the same with the user's id; `user <id>`, which is reserved for this user.
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

/** The same text for names that look alike: case, Unicode normalisation, white space and invisible characters aside. */
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

/** Whether the service itself gives this name to someone else than user `id`. */
export function isReserved(key: string, id: number): boolean {
  if (key === deletedName || key === "unknown user") return true;
  return /^user \d+$/.test(key) && key !== defaultName(id);
}
