import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  demonstration,
  functionLog,
  hasBrowser,
  launch,
  newTab,
  people,
  signIn,
} from "../support/browser.ts";

describe.skipIf(!hasBrowser)("signing in", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const { origin, s3Origin } = demonstration;
  const heading = (page: Page) => page.getByRole("heading", { level: 1 });

  test("begins at the printed link, and leaves no traces of tokens", async () => {
    const { page, context, requests, tokens, complaints } = await newTab(browser);
    await signIn(page);
    expect(await heading(page).textContent()).toBe("Streams");
    expect(page.url()).toBe(`${origin}/api/v1/app`);
    await page.locator(".still img").first().waitFor();

    // Addresses, storage, cookies that scripts can read, and logs contain neither tokens nor codes.
    expect(tokens.size).toBe(1);
    const codes = requests.flatMap((url) => new URL(url).searchParams.get("code") ?? []);
    expect(codes).toHaveLength(1);
    const kept = await page.evaluate(async () =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        await indexedDB.databases(),
        await caches.keys(),
        history.state,
      ]),
    );
    expect(kept).toBe('[{},{},"",[],[],null]');
    const [token = ""] = tokens;
    for (const text of [...requests, ...complaints, functionLog()]) {
      expect(text).not.toContain(token.split(".")[2]);
    }
    expect(functionLog()).not.toContain(codes[0]);

    // The page only used the service's own origins, and did not violate its policy.
    const origins = new Set(requests.map((url) => new URL(url).origin));
    expect([...origins].sort()).toEqual([origin, s3Origin].sort());
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("needs no click after a reload, and keeps the address", async () => {
    const { page, context, requests } = await newTab(browser);
    await signIn(page);
    await page.getByLabel("Camera").selectOption("Ridge path");
    const before = page.url();
    expect(before).toContain("#/streams?camera=");
    requests.length = 0;
    await page.reload();
    await page.getByRole("button", { name: "Ana Duarte: account" }).waitFor();
    expect(page.url()).toBe(before);
    expect(requests.filter((url) => url.includes("/authorize?"))).toHaveLength(1);
    await context.close();
  });

  test("refuses a response that this tab did not request", async () => {
    const { page, context, requests } = await newTab(browser);
    await signIn(page);
    requests.length = 0;
    await page.goto(`${origin}/api/v1/app?code=stolen&state=forged`);
    await page.getByRole("button", { name: ": account" }).waitFor();
    expect(page.url()).toBe(`${origin}/api/v1/app`);
    // The page asked the issuer for a new code, and never sent the stolen one.
    expect(requests.filter((url) => url.includes("/authorize?"))).toHaveLength(1);
    await context.close();
  });

  test("ends with Sign out: a reload signs nobody in, and the issuer asks who signs in", async () => {
    const { page, context } = await newTab(browser);
    await signIn(page);
    await page.getByRole("button", { name: ": account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => heading(page).textContent()).toBe("You are signed out.");
    await page.reload();
    await expect.poll(() => heading(page).textContent()).toBe("You are signed out.");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(`button[value="${people.annotator}"]`).click();
    await page.getByRole("button", { name: "Ben Okafor: account" }).waitFor();
    await context.close();
  });

  test("tells a person without access whom to ask", async () => {
    const { page, context } = await newTab(browser);
    await page.goto(demonstration.signInLink);
    await page.getByLabel("Or sign in with an e-mail address").fill("stranger@example.org");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect.poll(() => heading(page).textContent()).toBe("You have no access yet");
    expect(await page.getByRole("main").textContent()).toContain("Ask an admin");
    await context.close();
  });

  test("shows a failure, and can be tried again", async () => {
    const { page, context } = await newTab(browser);
    await page.route("**/app/settings", (route) => route.abort());
    await page.goto(demonstration.signInLink);
    await expect.poll(() => heading(page).textContent()).toBe("You are not signed in");
    await page.unroute("**/app/settings");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(`button[value="${people.annotator}"]`).waitFor();
    await context.close();
  });

  test("renews the token a minute before it expires, and asks the person to sign in again if that fails", async () => {
    const { page, context, tokens } = await newTab(browser);
    await page.clock.install();
    await signIn(page);
    await page.getByLabel("Camera").selectOption("Ridge path");
    const filtered = page.url();
    await page.clock.fastForward("13:59");
    expect(await page.getByRole("dialog").count()).toBe(0);
    const renewal = page.waitForResponse((response) => response.url().endsWith("/token"));
    await page.clock.fastForward("00:02");
    expect((await renewal).status()).toBe(200);

    await page.route("**/_local/oidc/token", (route) =>
      route.fulfill({ status: 400, json: { error: "invalid_grant" } }),
    );
    await page.clock.fastForward("14:01");
    const dialog = page.getByRole("dialog", { name: "Your sign-in has ended" });
    await dialog.waitFor();
    // Browsers do not let a page refuse the second Escape.
    for (let i = 0; i < 3; i++) await page.keyboard.press("Escape");
    await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
    // Requests wait meanwhile.
    expect(page.url()).toBe(filtered);
    await page.unroute("**/_local/oidc/token");
    const before = tokens.size;
    const opening = context.waitForEvent("page");
    await dialog.getByRole("button", { name: "Sign in" }).click();
    const small = await opening;
    if (!small.isClosed()) await small.waitForEvent("close");
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(filtered);
    await page.getByLabel("Camera").selectOption("All cameras");
    await page.getByText("7 streams").waitFor();
    expect(tokens.size).toBe(before + 1);
    await context.close();
  });

  test("renews a token that the service refuses, and repeats the request", async () => {
    const { page, context } = await newTab(browser);
    await signIn(page);
    await page.getByText("7 streams").waitFor();
    await page.route(
      "**/videostreams?*",
      (route) => route.fulfill({ status: 401, json: { detail: "The token has expired." } }),
      { times: 1 },
    );
    await page.getByLabel("Camera").selectOption("Ridge path");
    await page.getByText("1 stream", { exact: true }).waitFor();
    await context.close();
  });
});
