import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type GatewayError, gatewayAnswer, gatewayErrors } from "../../local/gateway/gateway-error.ts";
import type { RequestContext } from "../../local/gateway/request-context.ts";
import { stackName } from "../../local/synthesise.ts";
import { loadStack } from "../../local/template/load-stack.ts";
import { type Answer, type Api, admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";
import { getFrom, hasOtherAddresses } from "../support/stack/request-from.ts";

let own: Awaited<ReturnType<typeof startOwnStack>>;
let api: Api;
let token: string;
beforeAll(async () => {
  // Two requests per second, and six at once: so low that these tests exceed the limit on any machine.
  // The limit for an IP address is above the number of requests in all of these tests.
  own = await startOwnStack({ CallerRequestsPerSecond: "2", RequestsPerAddress: "600" });
  api = own.api;
  token = await api.tokenFor(admin);
  await callWithRetries("GET", "/users/me", { token });
});
afterAll(() => own.close());

/** Repeats a request after the time in Retry-After, as clients should. */
async function callWithRetries(...call: Parameters<Api["call"]>): Promise<Answer> {
  for (;;) {
    const answer = await api.call(...call);
    if (answer.status !== 429 && answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get("retry-after")) * 1000));
  }
}

async function newSite(name: string) {
  const about = { name, location: "1,2", camera_hardware: "" };
  const source = (await callWithRetries("POST", "/capturesources", { token, body: about })).body.id;
  const made = await callWithRetries("POST", `/capturesources/${source}/keys`, { token, body: {} });
  const live = { stream_url: "https://video.example/live", capturesource: source };
  const stream = (await callWithRetries("POST", "/videostreams/live", { token, body: live })).body.id;
  return { source, key: made.body.key as string, stream: stream as number };
}

const observation = (videostreamId: number) => ({
  videostreamId,
  timespan: { start: "00:00:01", end: "00:00:02" },
  observer: "detector",
  observation: { species: "fox" },
});
const post = ({ key, stream }: { key: string; stream: number }, headers = {}) =>
  api.call("POST", "/annotations", { token: key, body: observation(stream), headers });
const totalOf = async (source: number) =>
  (await callWithRetries("GET", `/annotations?limit=1&capturesource=${source}`, { token })).body.total;

test("a site that sends too many requests gets 429 with Retry-After, and other sites are not affected", async () => {
  const [broken, ...others] = [await newSite("broken"), await newSite("one"), await newSite("other")];
  if (!broken) throw new Error("no site");
  const flood = Promise.all(Array.from({ length: 80 }, () => post(broken)));
  const beside = await Promise.all(others.flatMap((site) => [post(site), post(site), post(site)]));
  const answers = await flood;
  const refused = answers.filter(({ status }) => status === 429);
  expect(beside.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(refused.length).toBeGreaterThan(20);
  for (const { headers, body } of refused) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(body.type).toBe("too-many-requests");
    expect(headers.get("access-control-expose-headers")).toContain("Retry-After");
  }
  expect(await totalOf(broken.source)).toBe(answers.length - refused.length);
  for (const { source } of others) expect(await totalOf(source)).toBe(3);
});

test("a refused request that is retried after Retry-After with the same idempotency key succeeds once", async () => {
  const site = await newSite("patient");
  await Promise.all(Array.from({ length: 30 }, () => post(site)));
  const before = await totalOf(site.source);
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const call = [
    "POST",
    "/annotations",
    { token: site.key, body: observation(site.stream), headers },
  ] as const;
  const first = await callWithRetries(...call);
  const again = await callWithRetries(...call);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.id).toBe(first.body.id);
  expect(await totalOf(site.source)).toBe(before + 1);
});

test("the items of a batch count towards the rate limit, so a site can send only a few large batches before it gets 429", async () => {
  const site = await newSite("batches");
  const batch = Array.from({ length: 500 }, () => observation(site.stream));
  const statuses: number[] = [];
  while (statuses.length < 8 && !statuses.includes(429)) {
    statuses.push((await api.call("POST", "/annotations/batch", { token: site.key, body: batch })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(await totalOf(site.source)).toBe(500 * (statuses.length - 1));
});

test("a list that reads many bytes counts more than a list that reads few", async () => {
  const site = await newSite("archive");
  // Each annotation has about 20 KB, so a page of 100 takes at least 500 read units.
  const text = "x".repeat(1000);
  const pairs = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, text]));
  const batch = Array.from({ length: 100 }, () => ({ ...observation(site.stream), observation: pairs }));
  await callWithRetries("POST", "/annotations/batch", { token: site.key, body: batch });
  const pagesBefore429 = async (reader: string, limit: number) => {
    for (let pages = 0; ; pages++) {
      const { status } = await api.call("GET", `/annotations?limit=${limit}&capturesource=${site.source}`, {
        token: reader,
      });
      if (status === 429 || pages === 40) return pages;
    }
  };
  const newReader = async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    await callWithRetries("POST", "/users", { token, body: { email, role: "readonly" } });
    const reader = await api.tokenFor(email);
    await callWithRetries("GET", "/users/me", { token: reader });
    return reader;
  };
  expect(await pagesBefore429(await newReader(), 1)).toBeGreaterThan(20);
  expect(await pagesBefore429(await newReader(), 100)).toBeLessThan(10);
});

test.skipIf(!hasOtherAddresses)(
  "a flood of requests without credentials is blocked by its IP address, and other addresses are not affected",
  async () => {
    const url = `${own.service.origin}/api/v1/species`;
    const statuses: unknown[] = [];
    const flood = async () => {
      while (statuses.length < 700) statuses.push((await getFrom("127.0.0.2", url)).status);
    };
    const floods = Promise.all(Array.from({ length: 8 }, flood));
    const beside = await callWithRetries("GET", "/species", { token });
    await floods;
    expect(beside.status).toBe(200);
    expect(statuses.filter((status) => status === 401)).toHaveLength(600);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await callWithRetries("GET", "/species", { token })).status).toBe(200);
  },
);

describe("API Gateway's response for", () => {
  const context = { requestId: "r" } as unknown as RequestContext;
  const responses = () => {
    const { assembly, issuer } = inject("service");
    return loadStack(assembly, stackName, { OidcIssuer: issuer, OidcAudience: "a" }).api.gatewayResponses;
  };

  test.each<[string, GatewayError, number]>([
    ["throttling", gatewayErrors.throttled, 429],
    ["an exhausted quota", { ...gatewayErrors.throttled, responseType: "QUOTA_EXCEEDED" }, 429],
    ["a timeout", gatewayErrors.timeout, 503],
    ["a function that cannot start", gatewayErrors.functionThrottled, 503],
  ])("%s has a problem as its body, and a Retry-After header", (_, error, status) => {
    const answer = gatewayAnswer(error, responses(), context);
    expect(answer.status).toBe(status);
    expect(Number(answer.headers["Retry-After"]?.[0])).toBeGreaterThanOrEqual(1);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ status, instance: "r" });
  });
});
