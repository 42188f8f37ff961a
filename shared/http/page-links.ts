import type { APIGatewayProxyEvent } from "aws-lambda";

/** The place of a page in its list. */
export type PagePlace = { readonly limit: number; readonly offset: number; readonly total: number };

/** Node's HTTP client accepts 16 KB of headers in all (`--max-http-header-size`), and some proxies accept less. */
const maxCharacters = 4096;

/**
 * The Link header of a page (RFC 8288): `first` and `last`, and `prev` and `next` if they exist, with the filters of
 * this request. The targets are paths on the same host. `undefined` if the header would be above 4 KB (each link
 * repeats the query): the body contains the same information.
 */
export function pageLinks(
  event: APIGatewayProxyEvent,
  { limit, offset, total }: PagePlace,
): string | undefined {
  const lastOffset = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const offsets = {
    first: 0,
    ...(offset > 0 ? { prev: Math.min(Math.max(0, offset - limit), lastOffset) } : {}),
    ...(offset + limit < total ? { next: offset + limit } : {}),
    last: lastOffset,
  };
  const links = Object.entries(offsets)
    .map(([relation, at]) => `<${target(event, limit, at)}>; rel="${relation}"`)
    .join(", ");
  return links.length <= maxCharacters ? links : undefined;
}

function target(event: APIGatewayProxyEvent, limit: number, offset: number): string {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if (name === "limit" || name === "offset") continue;
    for (const value of values ?? []) query.append(name, value);
  }
  query.append("limit", String(limit));
  query.append("offset", String(offset));
  return `${event.requestContext.path}?${query}`;
}
