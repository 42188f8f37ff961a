import * as z from "zod/mini";
import type { FaultCode } from "../domain/fault.ts";
import type { Idempotency, PendingIdempotency } from "../domain/idempotency.ts";
import type { Role } from "../domain/role.ts";
import type { PagePlace } from "./page-links.ts";

/**
 * Who may call an endpoint: anybody (`public`), anybody with a valid token (`identified`: only to
 * register), a registered user with at least this role, or besides such a user a capture source's computer
 * by its site key.
 */
export type Access = "public" | "identified" | Role | `${Role} or site`;

type Schema<T = unknown> = z.core.$ZodType<T>;

/** A file of one of these media types; or JSON, where there is a schema and the caller asks for that instead. */
type FileOrJson = { readonly mediaTypes: readonly string[]; readonly json?: Schema };

/** Successful answers by status: the schema of the body, `empty` for none, or a file. */
export type Responses = { readonly [status: number]: Schema | FileOrJson | "empty" };

/** An endpoint as a value: data only, read by CDK, the runtime, the API description and the tests. */
export type Contract<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  R extends Responses = Responses,
  A extends Access = Access,
> = {
  /** Names the operation and its folder: functions/<operationId>/. */
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, with `{name}` for a path parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: A;
  /** Each parses an object; `nothing` where the endpoint takes none. */
  readonly params: Schema<Params>;
  readonly query: Schema<Query>;
  readonly body: Schema<Body>;
  readonly responses: R;
  /** Faults beyond those that every endpoint of its kind can answer (see `faultsOf`). */
  readonly faults: readonly FaultCode[];
};

/** What an endpoint's logic is given: every part parsed. */
export type Input<Params = unknown, Query = unknown, Body = unknown> = {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** `Accepts`, as the interface spells it, or else `Accept`, as sent. */
  readonly accept: string | undefined;
  /** `If-Match` as sent. */
  readonly ifMatch: string | undefined;
  /** Set on a POST whose caller may send it again (Idempotency-Key). */
  readonly idempotency: PendingIdempotency;
  /** The idempotency of a part of the request under a key of its own, as the header would make it. */
  readonly idempotencyFor: (key: string, request: unknown) => Idempotency | Promise<Idempotency>;
  /** The key of the header Idempotency-Key. */
  readonly idempotencyKey: string | undefined;
};

/** What an endpoint's logic answers: one of its contract's responses. */
export type Output<R extends Responses> = {
  [S in keyof R & number]: {
    readonly status: S;
    readonly headers?: { readonly [name: string]: string };
    /** On a list: gives the answer its Link header. */
    readonly page?: PagePlace;
  } & BodyOf<R[S]>;
}[keyof R & number];

type BodyOf<R> =
  R extends Schema<infer B>
    ? { readonly body: B; readonly file?: undefined }
    : R extends { readonly json: Schema<infer B> }
      ? BodyOf<Schema<B>> | { readonly file: File; readonly body?: undefined }
      : R extends FileOrJson
        ? { readonly file: File; readonly body?: undefined }
        : { readonly body?: undefined; readonly file?: undefined };

/** A file as it is answered. `tag` stands for its content: it is the answer's ETag. */
export type File = {
  readonly type: string;
  readonly tag: string;
  readonly read: () => Promise<Uint8Array>;
};

/** The schema of a part that the endpoint does not take. */
export const nothing = z.strictObject({});

/** Keeps the contract's literal types while checking its form. */
export function defineContract<P, Q, B, const R extends Responses, const A extends Access>(
  contract: Contract<P, Q, B, R, A>,
): Contract<P, Q, B, R, A> {
  return contract;
}

/** Every fault that the endpoint may answer; the fixed 500 and API Gateway's own are possible everywhere. */
export function faultsOf(contract: Contract): ReadonlySet<FaultCode> {
  const everywhere: FaultCode[] = [
    "invalid-request",
    "unsupported-media-type",
    "too-many-requests",
    "unavailable",
  ];
  const faults = new Set<FaultCode>([...everywhere, ...contract.faults]);
  if (contract.access !== "public") faults.add("unauthenticated").add("forbidden");
  if (contract.method === "POST") faults.add("unprocessable");
  if (contract.method === "PATCH" || contract.method === "DELETE") faults.add("precondition-failed");
  return faults;
}
