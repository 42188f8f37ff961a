import type { APIGatewayProxyEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { pageLinks } from "../../../shared/http/page-links.ts";

function linksFor(name: string, offset = 20): string | undefined {
  const event = {
    requestContext: { path: "/api/v1/species" },
    multiValueQueryStringParameters: { name: [name], limit: ["10"] },
  };
  return pageLinks(event as unknown as APIGatewayProxyEvent, { limit: 10, offset, total: 45 });
}

test("a page links to the first, previous, next and last page with the same filters", () => {
  const target = (offset: number) => `/api/v1/species?name=a+%26+b&limit=10&offset=${offset}`;
  expect(linksFor("a & b")).toBe(
    `<${target(0)}>; rel="first", <${target(10)}>; rel="prev", <${target(30)}>; rel="next", <${target(40)}>; rel="last"`,
  );
});

test("a page has no links if they would be longer than 4 KB", () => {
  const otherLength = linksFor("")?.length ?? 0;
  const longest = "x".repeat(Math.floor((4096 - otherLength) / 4));
  expect(linksFor(longest)).toContain('rel="last"');
  expect(linksFor(`${longest}x`)).toBeUndefined();
  // Fewer links on the first page leave room for a longer filter.
  expect(linksFor(`${longest}x`, 0)).toContain('rel="last"');
});
