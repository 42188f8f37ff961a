import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";
import { publishedEmail, webAddress } from "../wire/web-address.ts";

/** The roles in the Camtrap DP profile. */
const roles = ["contact", "principalInvestigator", "rightsHolder", "publisher", "contributor"] as const;

const Contributor = z
  .strictObject({
    title: text(1, 256).check(
      z.meta({ description: "Name of the person or the organization.", examples: ["Ana Duarte"] }),
    ),
    firstName: z.optional(text(1, 256)).check(
      z.meta({
        description: "Given names of a person. `eml.xml` of Darwin Core shows them apart.",
        examples: ["Ana"],
      }),
    ),
    lastName: z
      .optional(text(1, 256))
      .check(z.meta({ description: "Family name of a person.", examples: ["Duarte"] })),
    role: z
      .optional(z.enum(roles, { error: mustBe(`one of ${roles.join(", ")}`) }))
      .check(z.meta({ description: "Default: `contributor`.", examples: ["contact"] })),
    email: z.optional(publishedEmail).check(
      z.meta({
        description: "E-mail address. It is published with the dataset.",
        examples: ["ana.duarte@example.org"],
      }),
    ),
    path: z.optional(webAddress).check(
      z.meta({
        description: "A page about the person or organization, such as an ORCID iD.",
        examples: ["https://orcid.org/0000-0002-1825-0097"],
      }),
    ),
    organization: z
      .optional(text(1, 256))
      .check(
        z.meta({ description: "The organization that the person works for.", examples: ["Waterhole Trust"] }),
      ),
  })
  .check(z.meta({ id: "Contributor", examples: [{ title: "Ana Duarte", role: "contact" }] }));

export const contributors = z.array(Contributor).check(
  z.minLength(1, { error: "must name at least one person or organization." }),
  z.maxLength(100),
  z.meta({
    description: "The people and organizations behind the dataset, in the order of its citation.",
    examples: [[{ title: "Ana Duarte", role: "contact", email: "ana.duarte@example.org" }]],
  }),
);
