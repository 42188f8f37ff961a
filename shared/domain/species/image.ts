import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";

/**
 * Maximum size of the attributions and URLs of all pictures, in bytes. It leaves room in the item (DynamoDB's limit:
 * 400 KB) for the longest names, and for the overhead of a list of maps.
 */
const maxImageBytes = 300_000;

const attribution = described(text(0, 2000), "Author and licence; may be empty.", "Ana Duarte, CC BY 4.0");
const srcForm = "an `https:` URL of at most 2048 characters";
const src = described(
  text(1, 2048, srcForm),
  "Address of the picture: an https: URL, stored as sent.",
  "https://images.example/red-fox.jpg",
);

/** A picture of a species: its URL, author and licence. */
const SpeciesImage = z.strictObject({ attribution, src }).check(z.meta({ id: "SpeciesImage" }));

/**
 * A picture in a request. Pages show it, so `javascript:` and `data:` URLs are refused. The pattern in the API's
 * description matches only the common forms: IP addresses and host names outside ASCII are allowed, too.
 */
const NewSpeciesImage = z
  .strictObject({
    attribution,
    // Not z.url(): it accepts lone surrogates, and trims.
    src: src.check(
      z.refine((url) => URL.parse(url)?.protocol === "https:", { error: mustBe(srcForm) }),
      z.meta({
        pattern: "^https://(?:[A-Za-z0-9-]+\\.)*[A-Za-z][A-Za-z0-9-]*(?::[0-9]{1,4})?(?:[/?#]\\S*)?$",
      }),
    ),
  })
  .check(z.meta({ id: "NewSpeciesImage" }));

export type SpeciesImage = z.infer<typeof SpeciesImage>;

const imagesDescription = `At most 50 pictures. All attributions and URLs together have at most ${maxImageBytes} bytes in UTF-8.`;
export const images = described(z.array(SpeciesImage).check(z.maxLength(50)), imagesDescription);
export const newImages = described(
  z.array(NewSpeciesImage).check(
    z.maxLength(50),
    z.refine((all) => bytesOf(all) <= maxImageBytes, {
      error: `must have at most ${maxImageBytes} bytes in UTF-8, all attributions and URLs together.`,
    }),
  ),
  imagesDescription,
);
function bytesOf(images: readonly SpeciesImage[]): number {
  const encoder = new TextEncoder();
  return images
    .flatMap(({ attribution, src }) => [attribution, src])
    .reduce((bytes, each) => bytes + encoder.encode(each).length, 0);
}
