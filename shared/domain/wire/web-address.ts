import * as z from "zod/mini";
import { mustBe } from "./must-be.ts";

const form = "an `https:` or `http:` address of at most 2048 characters, in ASCII and without `..`";

/** Pattern of a URI of ASCII characters (RFC 3986) without `..`, which Data Package forbids. */
const pattern =
  /^https?:\/\/([A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+(:[0-9]{1,5})?([/?](\.?([A-Za-z0-9_~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}))*\.?)?(#(\.?([A-Za-z0-9_~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}))*\.?)?$/;

/** The address of a page. */
export const webAddress = z.string({ error: mustBe(form) }).check(
  z.maxLength(2048, { abort: true }),
  z.regex(pattern, { abort: true }),
  z.refine((address) => URL.canParse(address)),
  z.meta({ examples: ["https://example.org/cameras"] }),
);

/** An e-mail address for publication: ASCII, with a domain. */
export const publishedEmail = z
  .string({ error: mustBe("an e-mail address") })
  .check(
    z.maxLength(320, { abort: true }),
    z.regex(
      /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/,
    ),
    z.meta({ examples: ["ana.duarte@example.org"] }),
  );
