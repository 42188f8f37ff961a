import { randomBytes } from "node:crypto";
import { secretHash, siteKeyToken } from "../../shared/auth/site-key-token.ts";
import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import { formatTimestamp } from "../../shared/domain/time/timestamp.ts";
import { existing, Fault, notFound } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { SiteKeys } from "../../shared/store/person/site-keys.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly siteKeys: Pick<SiteKeys, "create">;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "idempotency">;

/** Creates a site key. The secret is not stored, so the response cannot be replayed. */
export function createSiteKey({ findSource, siteKeys, nowMs }: Deps) {
  return async ({ params: { id: source }, idempotency }: Input) => {
    existing("capture source", source, await findSource(source));
    const [secret, createdMs] = [randomBytes(32), nowMs()];
    const hash = secretHash(secret.toString("base64url"));
    const created = await siteKeys.create(source, hash, createdMs, idempotency);
    if (created === "source-deleted") throw notFound("capture source", source);
    if (created.replayed) {
      throw new Fault(
        "conflict",
        `This request already created key ${created.id}, whose secret is not stored. Delete that key and create another.`,
      );
    }
    const headers = createdHeaders(`/api/v1/capturesources/${source}/keys/${created.id}`, created);
    const body = {
      id: created.id,
      key: siteKeyToken(created.id, secret),
      created: formatTimestamp(createdMs),
    };
    return { status: 201, headers, body } as const;
  };
}
