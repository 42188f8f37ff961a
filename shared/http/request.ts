import type { APIGatewayProxyEvent } from "aws-lambda";

/** Every value of a header, in the order sent. Names compare case-insensitively (RFC 9110, 5.1). */
export function headerValues(event: APIGatewayProxyEvent, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return Object.entries(event.multiValueHeaders)
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, values]) => values ?? []);
}

/** The header's values as one, comma separated (RFC 9110, 5.3); `undefined` when it was not sent. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  const values = headerValues(event, name);
  return values.length === 0 ? undefined : values.join(", ");
}

/** A copy with every single-value header name in lower case, as middleware from outside expects them. */
export function withLowerCaseHeaders(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  const headers = Object.fromEntries(
    Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { ...event, headers };
}
