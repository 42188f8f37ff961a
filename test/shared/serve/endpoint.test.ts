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

test.each(["null", "false", "0", '""', "1", "[]"])("rejects a body of %s", async (body) => {
  expect(await statusesFor(nothing, body)).toEqual([400, 400]);
  expect(await statusesFor(optional, body)).toEqual([400, 400]);
});

test.each(["", null, "{}"])("accepts a missing or empty body, or an empty object: %j", async (body) => {
  expect(await statusesFor(nothing, body)).toEqual([200, 200]);
  expect(await statusesFor(optional, body)).toEqual([200, 200]);
});
