import { createHmac } from "node:crypto";
import { deletedName } from "../../../domain/person/display-name.ts";
import type { AnnotationRecord, Exporting, Showing } from "./records.ts";

const anonymous = "anonymized:";

/**
 * A text that is the same for a person or place in every export of a service, but does not reveal the person or place.
 */
export function pseudonym(text: string, { secret }: Pick<Showing, "secret">): string {
  return `${anonymous}${createHmac("sha256", secret).update(text).digest("hex").slice(0, 8)}`;
}

export function userShown(id: number, exporting: Exporting): string {
  if (exporting.people === "pseudonyms") return pseudonym(`user ${id}`, exporting);
  return exporting.displayName(id) ?? deletedName;
}

/** Shows a person who was named in a text. Never shows an e-mail address. */
export function personShown(text: string, exporting: Exporting): string {
  const user = exporting.userNamed(text);
  if (user !== undefined) return userShown(user, exporting);
  if (hasAddress(text)) return pseudonym(text, exporting);
  return exporting.people === "pseudonyms" && !text.startsWith(anonymous) ? pseudonym(text, exporting) : text;
}

/** Shows the person or program that made a label without votes. `undefined` if that is unknown. */
export function observerShown(annotation: AnnotationRecord, exporting: Exporting): string | undefined {
  const { observer, method, machine, author } = annotation;
  if (observer === "unknown") return undefined;
  if (method === "machine") {
    const program = observer ?? machine?.classifier ?? machine?.detector;
    return program !== undefined && hasAddress(program) ? pseudonym(program, exporting) : program;
  }
  if (observer !== undefined) return personShown(observer, exporting);
  return author.source === undefined ? userShown(author.id, exporting) : undefined;
}

function hasAddress(text: string): boolean {
  return text.includes("@");
}
