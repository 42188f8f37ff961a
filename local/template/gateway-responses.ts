import * as z from "zod/mini";
import type { Resources } from "./resources.ts";

/** An `AWS::ApiGateway::GatewayResponse`: the form of one type of error that the gateway itself returns. */
export type GatewayResponse = {
  /** For example `THROTTLED` or `DEFAULT_4XX`. */
  responseType: string;
  /** `undefined` keeps the default status of the error. */
  status: number | undefined;
  headers: readonly GatewayHeader[];
  /** Templates by content type. Their variables begin with `$context.`. */
  templates: Readonly<Record<string, string>>;
};

export type GatewayHeader = {
  name: string;
  value:
    | { kind: "static"; text: string }
    /** Value of a variable of the request context, such as `requestId`. */
    | { kind: "context"; variable: string }
    /** Value of a header of the request. Absent when the request has no such header. */
    | { kind: "request"; header: string };
};

/** @throws Error that names the resource when the local gateway does not support a header mapping */
export function readGatewayResponses(resources: Resources): GatewayResponse[] {
  return resources.ofType("AWS::ApiGateway::GatewayResponse").map((logicalId) => {
    const properties = resources.read(logicalId, Properties);
    return {
      responseType: properties.ResponseType,
      status: properties.StatusCode,
      headers: Object.entries(properties.ResponseParameters).map(([target, source]) => {
        const header = headerOf(target, source);
        if (header) return header;
        throw resources.error(logicalId, `the local gateway does not support ${target} = ${source}`);
      }),
      templates: properties.ResponseTemplates,
    };
  });
}

const StringMap = z._default(z.record(z.string(), z.string()), {});
const Properties = z.object({
  ResponseType: z.string(),
  StatusCode: z.optional(z.coerce.number()),
  ResponseParameters: StringMap,
  ResponseTemplates: StringMap,
});

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
