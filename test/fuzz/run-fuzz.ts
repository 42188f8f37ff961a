import fc from "fast-check";
import { includesRole, type Role } from "../../shared/domain/person/role.ts";
import { bodyOf } from "../support/api/api.ts";
import { type Operation, operationAt, operations } from "../support/api/api-description.ts";
import { faultsOf } from "../support/api/expect-described.ts";
import { oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { knownRecords } from "./known-records.ts";
import { type Request, requestsTo } from "./requests.ts";

export type Caller = { readonly name: string; readonly token: string; readonly role?: Role };

type Options = {
  readonly origin: string;
  /** Site keys that the run creates become callers, too. */
  readonly callers: readonly Caller[];
  /** Operations that need more than the API to succeed, such as a video. */
  readonly mayFail: readonly string[];
  readonly seed: number;
  readonly minMs: number;
  readonly minRequests: number;
  /** Maximum duration, for a run in which not every operation has succeeded yet. */
  readonly maxMs: number;
};

/**
 * Sends requests that are generated from the description and from the records that earlier requests created, with several
 * concurrent clients. Ends at the first response that differs from the description.
 */
export async function runFuzz({ origin, callers, mayFail, seed, minMs, minRequests, maxMs }: Options) {
  const known = knownRecords();
  const requests = new Map(operations.map((operation) => [operation, requestsTo(operation, known)]));
  let siteKeys: readonly Caller[] = [];
  const [statuses, succeeded, wrong] = [new Map<number, number>(), new Set<Operation>(), [] as string[]];
  let sent = 0;
  const startMs = performance.now();
  const waiting = () =>
    operations.filter((each) => !succeeded.has(each) && !mayFail.includes(each.operationId));
  const isDone = () => {
    const tookMs = performance.now() - startMs;
    if (wrong.length > 0 || tookMs > maxMs) return true;
    return tookMs >= minMs && sent >= minRequests && waiting().length === 0;
  };

  /**
   * Returns the operations to choose from, in half of the calls only those that have not succeeded yet. While there are
   * such operations, a deletion that has succeeded is not repeated, because they may need the records.
   */
  const candidates = (random: Random) => {
    const left = waiting();
    if (left.length === 0) return operations;
    if (random() < 0.5) return left;
    return operations.filter((each) => each.method !== "DELETE" || !succeeded.has(each));
  };

  async function sendOne(random: Random): Promise<void> {
    const operation = oneOf(random, candidates(random));
    const caller = callerFor(operation, [...callers, ...siteKeys.slice(-3)], random);
    const [request] = fc.sample(requests.get(operation) ?? fc.constant(undefined), {
      seed: Math.floor(random() * 2 ** 31),
      numRuns: 1,
    });
    if (request === undefined) return;
    const answer = await send(origin, operation.method, request, caller);
    sent++;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const faults = wrongOf(operation, request, caller, answer);
    if (faults.length > 0) wrong.push(inWords(operation, request, caller, answer, faults));
    // After one 404 a deleted record is no longer used; otherwise most requests would use deleted records.
    if (answer.status === 404) known.forget(`/api/v1${request.target.split("?")[0]}`);
    if (answer.status === 401) siteKeys = siteKeys.filter((each) => each !== caller);
    if (answer.status > 302) return;
    succeeded.add(operation);
    const location = answer.headers.get("location");
    if (location !== null) known.remember(location);
    const tag = answer.headers.get("etag");
    if (tag !== null) known.rememberTag(tag);
    const { key, upload } = Object(answer.body);
    if (typeof key === "string") siteKeys = [...siteKeys, { name: "a site key", token: key }];
    if (upload) await putFile(upload, JSON.parse(request.body ?? "{}"));
  }

  async function client(random: Random): Promise<void> {
    while (!isDone()) await sendOne(random);
  }

  await Promise.all([1, 2, 3, 4].map((number) => client(seededRandom(seed * 10 + number))));
  return { sent, statuses, wrong, neverSucceeded: waiting().map(({ operationId }) => operationId) };
}

type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** Uploads an announced file if it is small. */
async function putFile(
  { url, headers }: { url: string; headers: Record<string, string> },
  { bytes }: { bytes: number },
): Promise<void> {
  if (bytes < 10_000) await fetch(url, { method: "PUT", headers, body: Buffer.alloc(bytes) });
}

/** Chooses a caller, mostly one with sufficient rights. */
function callerFor({ security }: Operation, callers: readonly Caller[], random: Random): Caller {
  const mayCall = callers.filter(({ role, token }) =>
    security.some(({ tokenOrSiteKey: [least] }) => {
      if (role === undefined) return least === "site" && token.startsWith("wvk_");
      return least === undefined || (least !== "site" && includesRole(role, least as Role));
    }),
  );
  return oneOf(random, mayCall.length > 0 && random() < 0.8 ? mayCall : callers);
}

async function send(origin: string, method: string, request: Request, { token }: Caller): Promise<Answer> {
  const response = await fetch(`${origin}/api/v1${request.target}`, {
    method,
    redirect: "manual",
    headers: { ...request.headers, ...(token === "" ? {} : { Authorization: `Bearer ${token}` }) },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  return { status: response.status, headers: response.headers, body: await bodyOf(response) };
}

function wrongOf(
  { method, security }: Operation,
  { target }: Request,
  { role }: Caller,
  answer: Answer,
): string[] {
  const faults = faultsOf(operationAt(method, target), answer);
  if (answer.status === 500) faults.push("is an internal error");
  const [least] = security[0]?.tokenOrSiteKey ?? [];
  const mayNot = role !== undefined && least !== undefined && !includesRole(role, least as Role);
  if (mayNot && answer.status !== 403) faults.push(`is not 403 for ${role}`);
  return faults;
}

function inWords(
  { method }: Operation,
  { target, headers, body }: Request,
  { name }: Caller,
  answer: Answer,
  faults: readonly string[],
): string {
  const asked = `${name}: ${method} ${target} ${JSON.stringify(headers)} ${body ?? ""}`;
  return `${asked.slice(0, 3000)}\n→ ${answer.status} ${JSON.stringify(answer.body).slice(0, 1000)}\n${faults.join("; ")}`;
}
