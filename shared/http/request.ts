import type { APIGatewayProxyEvent } from "aws-lambda";

/** Every value of a header, in the order sent. The case of names does not matter (RFC 9110, 5.1). */
export function headerValues(event: APIGatewayProxyEvent, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return Object.entries(event.multiValueHeaders)
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, values]) => values ?? []);
}

/** The values of a header, joined by commas (RFC 9110, 5.3); `undefined` if it was not sent. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  const values = headerValues(event, name);
  return values.length === 0 ? undefined : values.join(", ");
}

/** A copy whose single-value headers have lower-case names, as middy's middleware expects. */
export function withLowerCaseHeaders(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  const headers = Object.fromEntries(
    Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { ...event, headers };
}
