import { randomBytes } from "node:crypto";
import { secretHash, siteKeyToken } from "../../shared/auth/site-key-token.ts";
import type { Attempt } from "../../shared/domain/attempt.ts";
import { type CaptureSource, unknownCaptureSource } from "../../shared/domain/capture-source.ts";
import { Fault } from "../../shared/domain/fault.ts";
import type { IdPath } from "../../shared/domain/id.ts";
import { formatTimestamp } from "../../shared/domain/timestamp.ts";
import { madeHeaders } from "../../shared/http/made-headers.ts";
import type { SiteKeys } from "../../shared/store/site-keys.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly siteKeys: Pick<SiteKeys, "create">;
  readonly nowMs: () => number;
};

type Request = { readonly params: IdPath; readonly attempt: Attempt | undefined };

/** Makes a site key. Its secret is in this answer and nowhere else, so the answer cannot be given again. */
export function createSiteKey({ findSource, siteKeys, nowMs }: Deps) {
  return async ({ params: { id: source }, attempt }: Request) => {
    if (!(await findSource(source))) throw unknownCaptureSource(source);
    const [secret, createdMs] = [randomBytes(32), nowMs()];
    const hash = secretHash(secret.toString("base64url"));
    const made = await siteKeys.create(source, hash, createdMs, attempt);
    if (made === "source-gone") throw unknownCaptureSource(source);
    if (made.replayed) {
      throw new Fault(
        "conflict",
        `This request made the key ${made.id}; its secret is not kept. Delete it and ask anew.`,
      );
    }
    const headers = madeHeaders(`/api/v1/capturesources/${source}/keys/${made.id}`, made);
    const body = { id: made.id, key: siteKeyToken(made.id, secret), created: formatTimestamp(createdMs) };
    return { status: 201, headers, body } as const;
  };
}
