import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RestApi } from "../template/rest-api.ts";

/** Data about a request that is known before routing: `requestContext` in events, `$context` in templates. */
export type RequestContext = ReturnType<typeof requestContext>;

/** @param path the request's path below the stage, as sent */
export function requestContext(api: RestApi, accountId: string, request: IncomingMessage, path: string) {
  const nowMs = Date.now();
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  return {
    accountId,
    apiId: api.id,
    domainName: host,
    domainPrefix: host.split(".")[0] ?? "",
    extendedRequestId: `${randomBytes(11).toString("base64url")}=`,
    httpMethod: request.method ?? "GET",
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      // Dual-stack sockets show IPv4 addresses as ::ffff:127.0.0.1.
      sourceIp: (request.socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, ""),
      user: null,
      userAgent: request.headers["user-agent"] ?? null,
      userArn: null,
    },
    path: `/${api.stageName}${path}`,
    protocol: `HTTP/${request.httpVersion}`,
    requestId: randomUUID(),
    requestTime: commonLogTime(nowMs),
    requestTimeEpoch: nowMs,
    stage: api.stageName,
  };
}

/** Returns a time in the format of access logs, such as `10/Jul/2026:19:19:04 +0000`. */
function commonLogTime(epochMs: number): string {
  const [, day, month, year, time] = new Date(epochMs).toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
