import { Fault } from "../../shared/domain/fault.ts";
import type { SiteKeyPath } from "../../shared/domain/site-key.ts";
import type { SiteKeys } from "../../shared/store/site-keys.ts";

type Deps = { readonly siteKeys: Pick<SiteKeys, "revoke"> };

/** Revokes a site key: the next request with it is refused. */
export function deleteSiteKey({ siteKeys }: Deps) {
  return async ({ params: { id, key_id: key } }: { readonly params: SiteKeyPath }) => {
    if ((await siteKeys.revoke(id, key)) === "not-there") {
      throw new Fault("not-found", `Capture source ${id} has no key ${key}.`);
    }
    return { status: 200 } as const;
  };
}
