import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";
import { publishedEmail, webAddress } from "../wire/web-address.ts";

/** The roles in the Camtrap DP profile. */
const roles = ["contact", "principalInvestigator", "rightsHolder", "publisher", "contributor"] as const;

const Contributor = z
  .strictObject({
    title: described(text(1, 256), "Name of the person or the organization.", "Ana Duarte"),
    firstName: described(
      z.optional(text(1, 256)),
      "Given names of a person. `eml.xml` of Darwin Core shows them apart.",
      "Ana",
    ),
    lastName: described(z.optional(text(1, 256)), "Family name of a person.", "Duarte"),
    role: described(
      z.optional(z.enum(roles, { error: mustBe(`one of ${roles.join(", ")}`) })),
      "Default: `contributor`.",
      "contact",
    ),
    email: described(
      z.optional(publishedEmail),
      "E-mail address. It is published with the dataset.",
      "ana.duarte@example.org",
    ),
    path: described(
      z.optional(webAddress),
      "A page about the person or organization, such as an ORCID iD.",
      "https://orcid.org/0000-0002-1825-0097",
    ),
    organization: described(
      z.optional(text(1, 256)),
      "The organization that the person works for.",
      "Waterhole Trust",
    ),
  })
  .check(z.meta({ id: "Contributor", examples: [{ title: "Ana Duarte", role: "contact" }] }));

export const contributors = described(
  z
    .array(Contributor)
    .check(z.minLength(1, { error: "must name at least one person or organization." }), z.maxLength(100)),
  "The people and organizations behind the dataset, in the order of its citation.",
  [{ title: "Ana Duarte", role: "contact", email: "ana.duarte@example.org" }],
);
