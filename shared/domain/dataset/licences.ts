import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";
import { webAddress } from "../wire/web-address.ts";

const scopes = ["data", "media"] as const;

const Licence = z
  .strictObject({
    scope: described(
      z.enum(scopes, { error: mustBe("`data` or `media`") }),
      "Scope of the license: the `data`, or the `media` files.",
      "data",
    ),
    name: described(
      z.optional(
        z
          .string({ error: mustBe("an identifier from spdx.org/licenses") })
          .check(z.maxLength(100), z.regex(/^[-a-zA-Z0-9._]+$/)),
      ),
      "Identifier of the license from spdx.org/licenses.",
      "CC-BY-4.0",
    ),
    path: described(
      z.optional(webAddress),
      "Address of the license's text.",
      "https://creativecommons.org/licenses/by/4.0/",
    ),
    title: z.optional(text(1, 256)).check(z.meta({ examples: ["Creative Commons Attribution 4.0"] })),
  })
  .check(
    z.refine(({ name, path }) => name !== undefined || path !== undefined, {
      error: "must have a `name` (such as `CC-BY-4.0`) or a `path`, the address of the license's text.",
    }),
    z.meta({ id: "License", examples: [{ scope: "data", name: "CC0-1.0" }] }),
  );

const bothScopes = 'must have a license with `"scope": "data"` and one with `"scope": "media"`.';

export const licenses = described(
  z.array(Licence).check(
    z.minLength(2, { error: bothScopes, abort: true }),
    z.maxLength(20),
    z.refine((all) => scopes.every((each) => all.some(({ scope }) => scope === each)), {
      error: bothScopes,
    }),
  ),
  "Licenses of the data and of the media files: at least one for each.",
  [
    { scope: "data", name: "CC0-1.0" },
    { scope: "media", name: "CC-BY-4.0" },
  ],
);
