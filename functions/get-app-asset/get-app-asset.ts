import path from "node:path";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { textFile } from "../../shared/http/text-file.ts";

const mediaTypes: Record<string, string> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** Matches names that include esbuild's hash of the content. The content of such a file never changes. */
const hashed = /-[A-Z0-9]{8}\.\w+$/;

type Deps = {
  readonly names: readonly string[];
  readonly read: (name: string) => string;
};

/** Returns a file of the page. */
export function getAppAsset({ names, read }: Deps) {
  const known = new Set(names);
  return async ({ params: { asset } }: { readonly params: { readonly asset: string } }) => {
    const mediaType = mediaTypes[path.extname(asset)];
    if (!known.has(asset) || mediaType === undefined) {
      throw new Fault("not-found", `The page has no file ${asset}. Reload the page, which may have changed.`);
    }
    const headers: Record<string, string> = hashed.test(asset)
      ? { "Cache-Control": "public, max-age=31536000, immutable" }
      : {};
    return { status: 200, headers, file: textFile(mediaType, read(asset)) } as const;
  };
}
