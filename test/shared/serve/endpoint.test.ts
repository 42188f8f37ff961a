import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { anybody } from "../../../shared/auth/authentication.ts";
import { Fault } from "../../../shared/domain/wire/fault.ts";
import { defineContract, nothing } from "../../../shared/http/contract.ts";
import { addReadUnits } from "../../../shared/runtime/read-units.ts";
import { endpoint } from "../../../shared/serve/endpoint.ts";

/** Returns the statuses of two requests with this body: one as text and one as base64. */
async function statusesFor(schema: z.core.$ZodType, body: string | null): Promise<number[]> {
  const contract = defineContract({
    operationId: "end-it",
    method: "PATCH",
    path: "/it",
    summary: "Ends it.",
    access: "public",
    params: nothing,
    query: nothing,
    body: schema,
    responses: { 200: "empty" },
    faults: [],
  });
  const handler = endpoint(contract, async () => ({ status: 200 }) as const, anybody);
  const forms = [
    { body, isBase64Encoded: false },
    { body: body && Buffer.from(body).toString("base64"), isBase64Encoded: true },
  ];
  const answers = forms.map((form) => handler(eventWith(form), context));
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}

function eventWith(form: object): APIGatewayProxyEvent {
  const requestContext = { requestId: "r" };
  const headers = { "Content-Type": "application/json" };
  return { headers, multiValueHeaders: {}, requestContext, ...form } as unknown as APIGatewayProxyEvent;
}
const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const optional = z.optional(z.strictObject({}));

/** Returns the status and detail of the response to a PATCH with these bytes as its body. */
async function answerTo(bytes: Uint8Array) {
  const contract = defineContract({
    operationId: "name-it",
    method: "PATCH",
    path: "/it",
    summary: "Names it.",
    access: "public",
    params: nothing,
    query: nothing,
    body: z.object({ name: z.string() }),
    responses: { 200: "empty" },
    faults: [],
  });
  const handler = endpoint(contract, async () => ({ status: 200 }) as const, anybody);
  const body = Buffer.from(bytes).toString("base64");
  const { statusCode, body: text } = await handler(eventWith({ body, isBase64Encoded: true }), context);
  return { statusCode, detail: statusCode === 200 ? "" : JSON.parse(text).detail };
}

test.each([
  ["a byte that is never part of UTF-8", [0xff]],
  ["Latin-1", [0xe9]],
  ["half a surrogate pair", [0xed, 0xa0, 0xbd]],
  ["an incomplete character", [0xf0, 0x9f, 0xa6]],
])("a body with invalid UTF-8 is rejected (%s)", async (_, bytes) => {
  const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
  expect(await answerTo(body)).toEqual({
    statusCode: 400,
    detail: "The body must be UTF-8: it has bytes that are not valid in UTF-8.",
  });
});

test.each(["🦊", "\ufffd", "é"])("a body may contain %s", async (name) => {
  expect((await answerTo(Buffer.from(JSON.stringify({ name })))).statusCode).toBe(200);
});

test.each(["null", "false", "0", '""', "1", "[]"])(
  "the body %s is rejected by an operation that takes no body or an optional object",
  async (body) => {
    expect(await statusesFor(nothing, body)).toEqual([400, 400]);
    expect(await statusesFor(optional, body)).toEqual([400, 400]);
  },
);

test.each(["", null, "{}"])(
  "the body %j is accepted by an operation that takes no body or an optional object",
  async (body) => {
    expect(await statusesFor(nothing, body)).toEqual([200, 200]);
    expect(await statusesFor(optional, body)).toEqual([200, 200]);
  },
);

describe("the cost of a GET", () => {
  /**
   * Calls an endpoint whose logic reads these units. Returns the status, and the cost that was added to the request.
   */
  async function called(method: "GET" | "PATCH", reads: readonly number[], fails?: "logic" | "caller") {
    const contract = defineContract({
      operationId: "list-them",
      method,
      path: "/them",
      summary: "Lists them.",
      access: "public",
      params: nothing,
      query: nothing,
      body: nothing,
      responses: { 200: "empty" },
      faults: [],
    });
    const added: number[] = [];
    const refused = Promise.reject(new Fault("forbidden", "no"));
    refused.catch(() => {});
    const authenticate = async () => ({
      counted: Promise.resolve((cost: number) => void added.push(cost)),
      admitted: fails === "caller" ? refused : Promise.resolve(undefined),
    });
    const run = async () => {
      await Promise.all(
        reads.map(async (units, i) => {
          await new Promise((resolve) => setTimeout(resolve, i));
          addReadUnits(units);
        }),
      );
      if (fails === "logic") throw new Fault("too-large", "no");
      return { status: 200 } as const;
    };
    const { statusCode } = await endpoint(contract, run, authenticate)(eventWith({ body: null }), context);
    return { statusCode, added: added.reduce((sum, cost) => sum + cost, 0) };
  }

  test.each<[number[], number]>([
    [[], 0],
    [[99.5, 0.5], 0],
    [[60, 60, 30], 0.5],
    [[2100], 20],
  ])(
    "grows by $1 requests for reads of $0 units: by one for each 100 units beyond the first 100",
    async (reads, added) => {
      expect(await called("GET", reads)).toEqual({ statusCode: 200, added });
    },
  );

  test("grows with its reads even if the list fails, or if its caller is refused in the meantime", async () => {
    expect(await called("GET", [300], "logic")).toEqual({ statusCode: 413, added: 2 });
    expect(await called("GET", [300], "caller")).toEqual({ statusCode: 403, added: 2 });
  });

  test("is separate for each of several concurrent requests", async () => {
    const all = await Promise.all([called("GET", [50, 150]), called("GET", [20, 20]), called("GET", [400])]);
    expect(all.map(({ added }) => added)).toEqual([1, 0, 3]);
  });

  test("grows with its reads, unlike the cost of a PATCH", async () => {
    expect(await called("PATCH", [2100])).toEqual({ statusCode: 200, added: 0 });
  });
});

test.each([
  [1, 0],
  [5, 0.8],
  [50, 9.8],
])(
  "a request for %d items costs a fifth of a request for each item, plus its reads beyond 100 units",
  async (count, added) => {
    const contract = defineContract({
      operationId: "get-them",
      method: "POST",
      path: "/them",
      summary: "Gets them.",
      access: "public",
      itemCost: 1 / 5,
      params: nothing,
      query: nothing,
      body: z.strictObject({ items: z.array(z.int()) }),
      responses: { 200: "empty" },
      faults: [],
    });
    const costs: number[] = [];
    const authenticate = async (_: unknown, cost: number) => {
      costs.push(cost);
      const counted = Promise.resolve((more: number) => void costs.push(more));
      return { counted, admitted: Promise.resolve(undefined) };
    };
    const run = async () => {
      addReadUnits(300);
      return { status: 200 } as const;
    };
    const body = JSON.stringify({ items: Array.from({ length: count }, () => 1) });
    await endpoint(contract, run, authenticate)(eventWith({ body }), context);
    expect(costs[0]).toBe(1 / 5);
    expect(costs.slice(1).reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(added + 2);
  },
);
