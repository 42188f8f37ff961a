import * as z from "zod/mini";
import type { Resources } from "./resources.ts";

/** The rate-based rule of an `AWS::WAFv2::WebACL`, with the response to addresses over the limit. */
export type AddressLimit = {
  /** Maximum number of requests from one address in the window. */
  requests: number;
  windowMs: number;
  response: { status: number; headers: Readonly<Record<string, string>>; contentType: string; body: string };
};

/**
 * Reads the web ACL of the stage, which must have exactly one rule: a limit for addresses. Returns undefined if the
 * stage has no web ACL.
 * @throws Error that names the resource, if the local gateway does not support it
 */
export function readAddressLimit(resources: Resources): AddressLimit | undefined {
  // The template has one stage. A web ACL without an association has no effect.
  const [association, ...others] = resources.ofType("AWS::WAFv2::WebACLAssociation");
  if (association === undefined) return undefined;
  if (others.length > 0) throw resources.error(association, "a stage can have only one web ACL");
  const { WebACLArn } = resources.read(association, AssociationProperties);
  const logicalId = resources.ofType("AWS::WAFv2::WebACL").find((id) => resources.arn(id) === WebACLArn);
  if (logicalId === undefined) throw resources.error(association, "its web ACL is not in this template");
  const { Rules, CustomResponseBodies } = resources.read(logicalId, WebAclProperties);
  const [{ Statement, Action }] = Rules;
  const { Limit, EvaluationWindowSec } = Statement.RateBasedStatement;
  const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = Action.Block.CustomResponse;
  const body = CustomResponseBodies[CustomResponseBodyKey];
  if (body === undefined) throw resources.error(logicalId, `it has no body ${CustomResponseBodyKey}`);
  return {
    requests: Limit,
    windowMs: EvaluationWindowSec * 1000,
    response: {
      status: ResponseCode,
      headers: Object.fromEntries(ResponseHeaders.map(({ Name, Value }) => [Name, Value])),
      contentType: contentTypes[body.ContentType],
      body: body.Content,
    },
  };
}

const contentTypes = {
  APPLICATION_JSON: "application/json",
  TEXT_HTML: "text/html",
  TEXT_PLAIN: "text/plain",
} as const;
const AssociationProperties = z.object({ WebACLArn: z.string() });
// Strict for settings that change which requests are blocked.
const Rule = z.object({
  Statement: z.strictObject({
    RateBasedStatement: z.strictObject({
      AggregateKeyType: z.literal("IP"),
      Limit: z.coerce.number(),
      EvaluationWindowSec: z._default(z.coerce.number(), 300),
    }),
  }),
  Action: z.strictObject({
    Block: z.object({
      CustomResponse: z.object({
        ResponseCode: z.coerce.number(),
        ResponseHeaders: z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []),
        CustomResponseBodyKey: z.string(),
      }),
    }),
  }),
});
const WebAclProperties = z.object({
  DefaultAction: z.strictObject({ Allow: z.object({}) }),
  Rules: z.tuple([Rule]),
  CustomResponseBodies: z.record(
    z.string(),
    z.object({ ContentType: z.enum(["APPLICATION_JSON", "TEXT_HTML", "TEXT_PLAIN"]), Content: z.string() }),
  ),
});
