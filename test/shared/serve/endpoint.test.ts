import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { anybody } from "../../../shared/auth/authentication.ts";
import { defineContract, nothing } from "../../../shared/http/contract.ts";
import { endpoint } from "../../../shared/serve/endpoint.ts";

/** Status of requests with this body, as text and as base64. */
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

/** The response to a PATCH with these bytes as its body. */
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
  ["a character cut short", [0xf0, 0x9f, 0xa6]],
])("rejects invalid UTF-8 in a body: %s", async (_, bytes) => {
  const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
  expect(await answerTo(body)).toEqual({
    statusCode: 400,
    detail: "The body must be UTF-8: it has bytes that are not valid in UTF-8.",
  });
});

test.each(["🦊", "\ufffd", "é"])("accepts %s in a body", async (name) => {
  expect((await answerTo(Buffer.from(JSON.stringify({ name })))).statusCode).toBe(200);
});

test.each(["null", "false", "0", '""', "1", "[]"])("rejects a body of %s", async (body) => {
  expect(await statusesFor(nothing, body)).toEqual([400, 400]);
  expect(await statusesFor(optional, body)).toEqual([400, 400]);
});

test.each(["", null, "{}"])("accepts a missing or empty body, or an empty object: %j", async (body) => {
  expect(await statusesFor(nothing, body)).toEqual([200, 200]);
  expect(await statusesFor(optional, body)).toEqual([200, 200]);
});
