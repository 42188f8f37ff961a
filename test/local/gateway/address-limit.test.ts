import { afterAll, describe, expect, test } from "vitest";
import { addressCounter } from "../../../local/gateway/address-counter.ts";
import { gatewayHandler } from "../../../local/gateway/gateway.ts";
import { listenLoopback } from "../../../local/http/loopback-server.ts";
import { loadStack } from "../../../local/template/load-stack.ts";
import { synthesised } from "../../lib/synthesised.ts";
import { getFrom, hasOtherAddresses } from "../../support/stack/request-from.ts";

const { outdir, remove } = synthesised();
afterAll(remove);

const load = (RequestsPerAddress?: string) =>
  loadStack(outdir, "WildlifeAnnotation", {
    OidcIssuer: "https://issuer.example",
    OidcAudience: "x",
    ...(RequestsPerAddress === undefined ? {} : { RequestsPerAddress }),
  });

test("counts all requests of each address in a window that ends now, even blocked ones", () => {
  let nowMs = 1_000_000;
  const counter = addressCounter({ requests: 3, windowMs: 60_000 }, () => nowMs);
  const send = (address: string, times: number) =>
    Array.from({ length: times }, () => counter.isOver(address));
  expect(send("a", 5)).toEqual([false, false, false, true, true]);
  expect(send("b", 3)).toEqual([false, false, false]);
  nowMs += 50_000;
  expect(send("a", 1)).toEqual([true]);
  nowMs += 15_000;
  expect(send("a", 3)).toEqual([false, false, true]);
  nowMs += 66_000;
  expect(send("a", 4)).toEqual([false, false, false, true]);
});

describe("the parameter RequestsPerAddress", () => {
  test.each([undefined, "0"])("adds no web ACL if it is %s", (value) => {
    expect(load(value).api.addressLimit).toBeUndefined();
  });

  test("adds a web ACL with a window of one minute", () => {
    expect(load("10").api.addressLimit).toMatchObject({ requests: 10, windowMs: 60_000 });
  });

  test.each(["9", "-1", "1.5", "1000000000", "many"])(
    "cannot be %s, and the error names the valid values",
    (value) => {
      expect(() => load(value)).toThrow(
        "Parameter RequestsPerAddress is invalid: it must be 0, or a whole number from 10 to 999999999.",
      );
    },
  );
});

describe.skipIf(!hasOtherAddresses)("a flood from another address", () => {
  async function serve(requestsPerAddress: string) {
    const { api, accountId } = load(requestsPerAddress);
    const reached: unknown[] = [];
    const handler = gatewayHandler({
      // The bucket is never refilled, so that throttling does not depend on a clock.
      api: { ...api, throttle: { ratePerSecond: 0, burst: 100 } },
      accountId,
      invoke: async (_, event) => {
        reached.push(event);
        return { ok: true, payload: { statusCode: 200, body: "{}" } };
      },
      onUnusable: () => undefined,
    });
    const server = await listenLoopback({ port: 0, handler });
    const get = (address: string, headers?: Record<string, string>) =>
      getFrom(address, `${server.origin}/api/v1/species`, headers);
    const statusesOf = async (address: string, times: number, headers?: Record<string, string>) => {
      const statuses: unknown[] = [];
      while (statuses.length < times) statuses.push((await get(address, headers)).status);
      return statuses;
    };
    return { get, statusesOf, reached, close: server.close };
  }

  test("makes a method return 429 to other callers if there is no limit for addresses", async () => {
    const { statusesOf, close } = await serve("0");
    await statusesOf("127.0.0.2", 120);
    expect(new Set(await statusesOf("127.0.0.1", 20))).toEqual(new Set([429]));
    await close();
  });

  test("is blocked before the API's throttling counts it, so it does not affect other callers", async () => {
    const { get, statusesOf, reached, close } = await serve("50");
    const flood = await statusesOf("127.0.0.2", 120);
    expect(flood.filter((status) => status === 200)).toHaveLength(50);
    expect(new Set(await statusesOf("127.0.0.1", 20))).toEqual(new Set([200]));
    expect(reached).toHaveLength(70);

    const { status, headers, body } = await get("127.0.0.2");
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("Retry-After"),
      "content-type": "application/json",
      "retry-after": "60",
    });
    expect(JSON.parse(body)).toEqual({
      type: "too-many-requests",
      title: "Too many requests",
      status: 429,
      detail: "Your network address has sent too many requests. Wait 60 s, then send this request again.",
    });
    await close();
  });

  test("cannot avoid the limit with an X-Forwarded-For header", async () => {
    const { statusesOf, reached, close } = await serve("10");
    for (let i = 0; i < 5; i++) await statusesOf("127.0.0.2", 10, { "X-Forwarded-For": `192.0.2.${i}` });
    expect(reached).toHaveLength(10);
    await close();
  });
});
