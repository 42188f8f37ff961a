import { createHmac } from "node:crypto";
import { deletedName } from "../../../domain/person/display-name.ts";
import type { AnnotationRecord, Exporting, Showing } from "./records.ts";

const anonymous = "anonymized:";

/** The same text for the same person or place in every export of a service, which does not tell who or where it is. */
export function pseudonym(text: string, { secret }: Pick<Showing, "secret">): string {
  return `${anonymous}${createHmac("sha256", secret).update(text).digest("hex").slice(0, 8)}`;
}

export function userShown(id: number, exporting: Exporting): string {
  if (exporting.people === "pseudonyms") return pseudonym(`user ${id}`, exporting);
  return exporting.displayName(id) ?? deletedName;
}

/** A person whom somebody named in writing. An e-mail address is never shown. */
export function personShown(text: string, exporting: Exporting): string {
  const user = exporting.userNamed(text);
  if (user !== undefined) return userShown(user, exporting);
  if (hasAddress(text)) return pseudonym(text, exporting);
  return exporting.people === "pseudonyms" && !text.startsWith(anonymous) ? pseudonym(text, exporting) : text;
}

/** Who made a label, if nobody has voted: the person or the program. `undefined` if that is not known. */
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
