import type { Page } from "playwright-core";

/**
 * Holds back the responses to some requests.
 * @returns a function that releases them and all later ones. It keeps the route, because removing a route during a
 * request would continue the request twice
 */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}
