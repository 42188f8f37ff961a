import { type CaptureSource, unknownCaptureSource } from "../../shared/domain/capture-source.ts";
import type { IdPath } from "../../shared/domain/id.ts";
import type { PageRequest } from "../../shared/domain/page.ts";
import { viewSiteKey } from "../../shared/domain/site-key.ts";
import type { SiteKeys } from "../../shared/store/site-keys.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly siteKeys: Pick<SiteKeys, "list">;
};

/** Answers a page of a source's keys; a source has few, so all are read. */
export function listSiteKeys({ findSource, siteKeys }: Deps) {
  return async ({ params: { id }, query }: { readonly params: IdPath; readonly query: PageRequest }) => {
    if (!(await findSource(id))) throw unknownCaptureSource(id);
    const all = await siteKeys.list(id);
    const page = { limit: query.limit, offset: query.offset, total: all.length };
    const results = all.slice(page.offset, page.offset + page.limit).map(viewSiteKey);
    return { status: 200, page, body: { results, ...page } } as const;
  };
}
