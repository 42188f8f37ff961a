import { randomBytes } from "node:crypto";
import { secretHash, siteKeyToken } from "../../shared/auth/site-key-token.ts";
import { type CaptureSource, unknownCaptureSource } from "../../shared/domain/capture-source.ts";
import { Fault } from "../../shared/domain/fault.ts";
import { formatTimestamp } from "../../shared/domain/timestamp.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { SiteKeys } from "../../shared/store/site-keys.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly siteKeys: Pick<SiteKeys, "create">;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "idempotency">;

/** Makes a site key. Its secret is in this answer and nowhere else, so the answer cannot be given again. */
export function createSiteKey({ findSource, siteKeys, nowMs }: Deps) {
  return async ({ params: { id: source }, idempotency }: Input) => {
    if (!(await findSource(source))) throw unknownCaptureSource(source);
    const [secret, createdMs] = [randomBytes(32), nowMs()];
    const hash = secretHash(secret.toString("base64url"));
    const made = await siteKeys.create(source, hash, createdMs, idempotency);
    if (made === "source-deleted") throw unknownCaptureSource(source);
    if (made.replayed) {
      throw new Fault(
        "conflict",
        `This request made the key ${made.id}; its secret is not kept. Delete it and ask anew.`,
      );
    }
    const headers = createdHeaders(`/api/v1/capturesources/${source}/keys/${made.id}`, made);
    const body = { id: made.id, key: siteKeyToken(made.id, secret), created: formatTimestamp(createdMs) };
    return { status: 201, headers, body } as const;
  };
}
