import { Fault } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { SiteKeys } from "../../shared/store/person/site-keys.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly siteKeys: Pick<SiteKeys, "revoke"> };
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Revokes a site key. The next request that uses it is refused. */
export function deleteSiteKey({ siteKeys }: Deps) {
  return async ({ params: { id, key_id: key }, ifMatch }: Input) => {
    // No GET returns a single key, so no ETag can match.
    requireMatch(ifMatch, undefined);
    if ((await siteKeys.revoke(id, key)) === "not-found") {
      throw new Fault("not-found", `Capture source ${id} has no key ${key}.`);
    }
    return { status: 200 } as const;
  };
}
