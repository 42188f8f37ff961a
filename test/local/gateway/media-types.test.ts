import { expect, test } from "vitest";
import { isBinary, prefersGzip } from "../../../local/gateway/media-types.ts";

test.each<[string[], string | undefined, boolean]>([
  [[], "image/png", false],
  [["image/png"], "image/png", true],
  [["image/png"], "IMAGE/PNG; a=b", true],
  [["image~1png"], "image/png", true],
  [["image/png"], "image/pngx", false],
  [["image/*"], "image/webp", true],
  [["image/*"], "imagex/webp", false],
  [["*/*"], "text/plain", true],
  [["*/*"], undefined, true],
  [["image/png"], undefined, false],
])("with binaryMediaTypes %j, content of type %s is binary: %s", (types, contentType, expected) => {
  expect(isBinary(types, contentType)).toBe(expected);
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ["", false],
  ["*", false],
  ["gzip", true],
  ["GZIP", true],
  ["gzip, deflate, br, zstd", true],
  ["br, gzip", false],
  ["br;q=0.5, gzip", true],
  ["gzip;q=0", false],
  ["gzip; q=0.5, identity", false],
  ["identity;q=0, gzip;q=0.1", true],
  ["gzip;q=x", false],
])("Accept-Encoding %s prefers gzip: %s", (acceptEncoding, expected) => {
  expect(prefersGzip(acceptEncoding)).toBe(expected);
});
