import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { endpoints } from "../../lib/endpoints.ts";
import { newCopy } from "../../shared/domain/copy/copy.ts";
import { copyItem } from "../../shared/store/copy/item.ts";
import type { TestTable } from "../../test/support/dynamo/table.ts";
import { audience, startIssuer } from "../../test/support/stack/issuer.ts";
import { type Rounds, startRoundBarrier } from "./round-barrier.ts";
import type { ApiCall } from "./round-cases.ts";

/** Runs the handlers of the endpoints in this process, on a database behind a barrier that counts rounds. */
export async function startFunctions({ table, client }: TestTable) {
  const issuer = await startIssuer();
  const { protocol, hostname, port = 80, path } = (await client.config.endpoint?.()) ?? {};
  const barrier = await startRoundBarrier(`${protocol}//${hostname}:${port}${path}`);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: barrier.endpoint,
    AWS_REGION: "us-east-1",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "2048",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    TABLE_NAME: table.name,
    MEDIA_BUCKET: "media",
    COPY_MINUTES_PER_DAY: "10000",
    EXPORT_DAYS: "7",
    IMPORT_ROWS_PER_SECOND: "300",
    UPLOAD_MAX_GIGABYTES: "50",
    UPLOAD_GIGABYTES_PER_DAY: "200",
    OIDC_ISSUER: issuer.issuer,
    OIDC_AUDIENCE: audience,
    ADMIN_EMAILS: "ann@example.org",
    CALLER_REQUESTS_PER_SECOND: "100000",
    LOG_LEVEL: "ERROR",
  });
  // No video can be read here, so the copy of stream 1 waits already.
  const url = "https://video.example/a.mp4";
  const copy = newCopy({ id: 1, maker: 1, url, codec: "hevc", lengthMs: 60_000 }, Date.now());
  await table.client.send(new PutCommand({ TableName: table.name, Item: copyItem(copy) }));
  const tokens = {
    admin: await issuer.sign(),
    site: "",
  };

  return {
    tokens,
    /** Returns a token for an e-mail address. */
    sign: (email: string) => issuer.sign({ email }),
    /** Calls an endpoint. A `fresh` container has its own module, so it remembers nothing. */
    async call(
      { operationId, params, query = {}, body }: ApiCall,
      token: string,
      container: string,
      idempotencyKey?: string,
    ): Promise<{ readonly answer: APIGatewayProxyResult; readonly rounds: Rounds }> {
      const contract = endpoints
        .map((each) => each.contract)
        .find((each) => each.operationId === operationId);
      if (contract === undefined) throw new Error(`There is no endpoint ${operationId}`);
      const file = new URL(`../../functions/${operationId}/handler.ts?${container}`, import.meta.url);
      const { handler } = await import(/* @vite-ignore */ file.href);
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
      };
      const event = {
        httpMethod: contract.method,
        resource: contract.path,
        headers,
        multiValueHeaders: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, [value]]),
        ),
        pathParameters: params ?? null,
        multiValueQueryStringParameters: Object.fromEntries(
          Object.entries(query).map(([name, value]) => [name, [value]]),
        ),
        body: body === undefined ? null : JSON.stringify(body),
        isBase64Encoded: false,
        requestContext: { requestId: "bench", path: `/api/v1${contract.path}` },
      } as unknown as APIGatewayProxyEvent;
      const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
      const { result, rounds } = await barrier.count<APIGatewayProxyResult>(() => handler(event, context));
      return { answer: result, rounds };
    },
    async close() {
      await barrier.close();
      await issuer.close();
    },
  };
}

export type Functions = Awaited<ReturnType<typeof startFunctions>>;
