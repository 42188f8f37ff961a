import * as z from "zod/mini";
import type { Role } from "../domain/person/role.ts";
import type { FaultCode } from "../domain/wire/fault.ts";
import type { Idempotency, PendingIdempotency } from "../domain/wire/idempotency.ts";
import type { RoleSetting } from "../runtime/env.ts";
import type { PagePlace } from "./page-links.ts";

/**
 * The callers that an endpoint allows: all (`public`), people with a valid token (`identified`, only for registration),
 * registered users with this role or a higher one, or such users and camera sites (`or site`).
 */
export type Access = "public" | "identified" | Role | `${Role} or site`;

type Schema<T = unknown> = z.core.$ZodType<T>;

/** A file of one of these media types. With `json`, the caller can ask for JSON instead. */
type FileOrJson = { readonly mediaTypes: readonly string[]; readonly json?: Schema };

/** Successful responses by status: the schema of the body, `empty` for no body, or a file. */
export type Responses = { readonly [status: number]: Schema | FileOrJson | "empty" };

/** The parts of a contract that an endpoint may lack. */
type Parts<Params, Query, Body> = {
  /** Schemas of the parts of the request. Default: `nothing`. */
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  readonly body?: Schema<Body>;
  /** Faults besides those that every endpoint of its kind can return (see `faultsOf`). */
  readonly faults?: readonly FaultCode[];
};

/** The parts of a contract that every endpoint has, and settings of a few endpoints. */
type Essentials<R extends Responses, A extends Access> = {
  /** Name of the operation and of its folder, functions/<operationId>/. */
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path under `/api/v1`, with `{name}` for a path parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Markdown. Details that do not fit into the summary. */
  readonly description?: string;
  readonly access: A;
  /** The template's parameter that sets the minimum role. Without a value for it, the role is that of `access`. */
  readonly roleSetting?: RoleSetting;
  /**
   * For operations that look up the `items` of their body: the cost of each item in the caller's rate limit, in
   * requests. It replaces the cost of the request itself. Reads add to it.
   */
  readonly itemCost?: number;
  readonly responses: R;
  /** Headers that successful responses may have, besides those of every endpoint of its kind. */
  readonly headers?: readonly "Pending-Annotations"[];
  /**
   * By default, a POST takes an Idempotency-Key, makes a record and returns its address. `false` for a POST that does
   * none of this.
   */
  readonly makesRecord?: false;
};

/** An endpoint as data, for CDK, the runtime, the API's description and the tests. */
export type Contract<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  R extends Responses = Responses,
  A extends Access = Access,
> = Essentials<R, A> & Required<Parts<Params, Query, Body>>;

/** The input of an endpoint's logic: every part of the request, parsed. */
export type Input<Params = unknown, Query = unknown, Body = unknown> = {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The header `Accepts` (the interface's own name) or else `Accept`, as sent. */
  readonly accept: string | undefined;
  /** The header `If-Match`, as sent. */
  readonly ifMatch: string | undefined;
  /** The header `If-None-Match`, as sent. For a GET, `renderAnswer` compares it with the response. */
  readonly ifNoneMatch: string | undefined;
  /** The idempotency of a POST with the header Idempotency-Key. */
  readonly idempotency: PendingIdempotency;
  /** The idempotency of a part of the request that has a key of its own. */
  readonly idempotencyFor: (key: string, request: unknown) => Idempotency | Promise<Idempotency>;
  /** The key of the header Idempotency-Key. */
  readonly idempotencyKey: string | undefined;
};

/** The output of an endpoint's logic: one of the contract's responses. */
export type Output<R extends Responses> = {
  [S in keyof R & number]: {
    readonly status: S;
    readonly headers?: { readonly [name: string]: string };
    /** The page of a list, for the Link header. */
    readonly page?: PagePlace;
    /** The version of the record in the body, for the ETag. Required where If-Match compares it. */
    readonly version?: number;
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

/** A file in a response. `tag` identifies its content, for the ETag. */
export type File = {
  readonly type: string;
  readonly tag: string;
  readonly read: () => Promise<Uint8Array>;
};

/** The schema of a part of the request that the endpoint does not take. */
export const nothing = z.strictObject({});
type Nothing = z.infer<typeof nothing>;

/** Checks the form of a contract, keeps its literal types, and adds the parts that it leaves out. */
export function defineContract<
  const R extends Responses,
  const A extends Access,
  P = Nothing,
  Q = Nothing,
  B = Nothing,
>(contract: Essentials<R, A> & Parts<P, Q, B>): Contract<P, Q, B, R, A>;
export function defineContract(
  contract: Essentials<Responses, Access> & Parts<unknown, unknown, unknown>,
): Contract {
  return { params: nothing, query: nothing, body: nothing, faults: [], ...contract };
}

/** Every fault that an endpoint can return, besides the fixed 500 and API Gateway's own responses. */
export function faultsOf(contract: Contract): ReadonlySet<FaultCode> {
  const everywhere: FaultCode[] = [
    "invalid-request",
    "unsupported-media-type",
    "too-many-requests",
    "unavailable",
  ];
  const faults = new Set<FaultCode>([...everywhere, ...contract.faults]);
  if (contract.access !== "public") faults.add("unauthenticated").add("forbidden");
  if (contract.path.includes("{")) faults.add("not-found");
  if (contract.method === "POST") faults.add("unprocessable");
  if (contract.method === "PATCH" || contract.method === "DELETE") faults.add("precondition-failed");
  return faults;
}
