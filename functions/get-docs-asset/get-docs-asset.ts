import { Fault } from "../../shared/domain/wire/fault.ts";
import { docsAssets } from "../../shared/http/docs-assets.ts";
import { textFile } from "../../shared/http/text-file.ts";

const assets = new Map<string, (typeof docsAssets)[keyof typeof docsAssets]>(Object.entries(docsAssets));

/** @param read returns the text of a file that is deployed with the function */
export function getDocsAsset(read: (file: string) => string) {
  return async ({ params }: { readonly params: { readonly asset: string } }) => {
    const asset = assets.get(params.asset);
    if (asset === undefined)
      throw new Fault("not-found", `The documentation page has no file ${params.asset}.`);
    const headers: Record<string, string> = asset.immutable
      ? { "Cache-Control": "public, max-age=31536000, immutable" }
      : {};
    return { status: 200, headers, file: textFile(asset.mediaType, read(asset.file)) } as const;
  };
}
