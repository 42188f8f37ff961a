import * as z from "zod/mini";
import { staticHeaders } from "./static-headers.ts";

/** Form of the response to one type of error of the gateway itself. */
export type GatewayResponse = {
  /** For example `THROTTLED` or `DEFAULT_4XX`. */
  responseType: string;
  /** `undefined` keeps the default status of the error. */
  status: number | undefined;
  headers: Readonly<Record<string, string>>;
  /** The template of the body, by its content type. Its variables begin with `$context.`. At most one. */
  templates: Readonly<Record<string, string>>;
};

/**
 * Reads the extension `x-amazon-apigateway-gateway-responses` of a document.
 * @throws Error for a header mapping that the local gateway does not support
 */
export function gatewayResponsesOf(responses: z.output<typeof GatewayResponses>): GatewayResponse[] {
  return Object.entries(responses).map(([responseType, { statusCode, ...response }]) => ({
    responseType,
    status: statusCode,
    headers: staticHeaders(response.responseParameters, "gatewayresponse.header."),
    templates: response.responseTemplates,
  }));
}

const StringMap = z._default(z.record(z.string(), z.string()), {});
export const GatewayResponses = z.record(
  z.string(),
  z.strictObject({
    statusCode: z.optional(z.coerce.number()),
    responseParameters: StringMap,
    // The local gateway does not choose between templates by the header Accept.
    responseTemplates: StringMap.check(z.refine((templates) => Object.keys(templates).length <= 1)),
  }),
);
