import * as z from "zod/mini";
import { staticHeaders } from "./static-headers.ts";

/** Form of the response to one type of error of the gateway itself. */
export type GatewayResponse = {
  /** For example `THROTTLED` or `DEFAULT_4XX`. */
  responseType: string;
  /** `undefined` keeps the default status of the error. */
  status: number | undefined;
  headers: Readonly<Record<string, string>>;
  /** Body templates by content type. The variables of the templates begin with `$context.`. */
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
    responseTemplates: StringMap,
  }),
);
