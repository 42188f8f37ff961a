import * as z from "zod/mini";

/** Form of the response to one type of error of the gateway itself. */
export type GatewayResponse = {
  /** For example `THROTTLED` or `DEFAULT_4XX`. */
  responseType: string;
  /** `undefined` keeps the default status of the error. */
  status: number | undefined;
  headers: readonly GatewayHeader[];
  /** Body templates by content type. The variables of the templates begin with `$context.`. */
  templates: Readonly<Record<string, string>>;
};

export type GatewayHeader = {
  name: string;
  value:
    | { kind: "static"; text: string }
    /** Value of a variable of the request context, such as `requestId`. */
    | { kind: "context"; variable: string }
    /** Value of this header of the request. If the request lacks the header, the response lacks it, too. */
    | { kind: "request"; header: string };
};

/**
 * Reads the extension `x-amazon-apigateway-gateway-responses` of a document.
 * @throws Error for a header mapping that the local gateway does not support
 */
export function gatewayResponsesOf(responses: z.output<typeof GatewayResponses>): GatewayResponse[] {
  return Object.entries(responses).map(([responseType, { statusCode, ...response }]) => ({
    responseType,
    status: statusCode,
    headers: Object.entries(response.responseParameters).map(([target, source]) => {
      const header = headerOf(target, source);
      if (header) return header;
      throw new Error(`the local gateway does not support ${target} = ${source}`);
    }),
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

function headerOf(target: string, source: string): GatewayHeader | undefined {
  const name = /^gatewayresponse\.header\.(.+)$/.exec(target)?.[1];
  if (name === undefined) return undefined;
  const text = /^'(.*)'$/s.exec(source)?.[1];
  if (text !== undefined) return { name, value: { kind: "static", text } };
  const variable = /^context\.(.+)$/.exec(source)?.[1];
  if (variable !== undefined) return { name, value: { kind: "context", variable } };
  const header = /^method\.request\.header\.(.+)$/.exec(source)?.[1];
  return header === undefined ? undefined : { name, value: { kind: "request", header } };
}
