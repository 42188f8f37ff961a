import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { pageResponse } from "../../shared/serve/list-records.ts";
import type { SiteKeys } from "../../shared/store/person/site-keys.ts";
import { viewSiteKey } from "../../shared/views/person/site-key.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly siteKeys: Pick<SiteKeys, "list">;
};
type Input = InputOf<typeof contract, "params" | "query">;

/** Returns a page of a capture source's keys. Reads all of them, because a source has few. */
export function listSiteKeys({ findSource, siteKeys }: Deps) {
  return async ({ params: { id }, query }: Input) => {
    existing("capture source", id, await findSource(id));
    const all = await siteKeys.list(id);
    const results = all.slice(query.offset, query.offset + query.limit).map(viewSiteKey);
    return pageResponse(query, all.length, results);
  };
}
