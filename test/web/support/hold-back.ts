import type { Page } from "playwright-core";

/**
 * Holds back the answers to some requests.
 * @returns lets them come, and all later ones: a route that is taken away meanwhile would continue a request twice
 */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}
