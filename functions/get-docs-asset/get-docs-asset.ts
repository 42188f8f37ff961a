import { Fault } from "../../shared/domain/fault.ts";
import { docsAssets } from "../../shared/http/docs-assets.ts";

const assets = new Map<string, (typeof docsAssets)[keyof typeof docsAssets]>(Object.entries(docsAssets));

/** @param read the text of a file that the function was deployed with */
export function getDocsAsset(read: (file: string) => string) {
  return async ({ params }: { readonly params: { readonly asset: string } }) => {
    const asset = assets.get(params.asset);
    if (asset === undefined) throw new Fault("not-found", `There is no ${params.asset} here.`);
    const headers: Record<string, string> = asset.immutable
      ? { "Cache-Control": "public, max-age=31536000, immutable" }
      : {};
    const content = { mediaType: `${asset.mediaType}; charset=utf-8`, text: read(asset.file) };
    return { status: 200, headers, content } as const;
  };
}
