import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { audience } from "../../local/oidc/issuer.ts";
import { runningStack } from "../../local/running-stack.ts";
import { admin, openApi } from "../support/api/api.ts";
import { chromium, openPage } from "../support/chromium.ts";

const api = openApi();
const { origin, issuer, dataDir } = inject("service");
const { signInLink } = runningStack(dataDir);

test("GET /app/settings returns the issuer, the client id and the scope for signing in", async () => {
  const { status, body } = await api.call("GET", "/app/settings");
  expect(status).toBe(200);
  expect(body).toEqual({ issuer, client_id: audience, scope: "openid email profile" });
});

test.each(["", "sign-in.js", "oauth4webapi.js"])(
  "the sign-in example serves its file '%s', and no files that do not belong to it",
  async (name) => {
    const { status, headers } = await fetch(`${origin}/_local/sign-in/${name}`);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'; script-src 'self';/);
    for (const other of ["README.md", "../../package.json", "%2e%2e/index.html", "toString"]) {
      expect((await fetch(`${origin}/_local/sign-in/${other}`)).status, other).toBe(404);
    }
  },
);

if (!chromium) console.warn("Not tested: signing in in a browser. Install chromium to test it.");

describe.skipIf(!chromium)("the sign-in example in a browser", { timeout: 120_000, shuffle: false }, () => {
  let page: Awaited<ReturnType<typeof openPage>>;
  beforeAll(async () => {
    page = await openPage(chromium ?? "");
  });
  afterAll(() => page?.close());

  test("says which link to open first if the browser has no cookie of that link", async () => {
    await page.goTo(`${origin}/_local/sign-in/`);
    await page.until(
      "document.body?.innerText.includes('First open the sign-in link that npm start printed.')",
    );
    expect(await page.evaluate("document.querySelectorAll('button').length")).toBe(0);
  });

  test("shows the name and the role of a person whom an admin invited", async () => {
    const email = "dee.long@example.org";
    const token = await api.tokenFor(admin);
    await api.call("GET", "/users/me", { token });
    await api.call("POST", "/users", { token, body: { email, role: "annotator" } });
    await page.goTo(signInLink);
    await page.until("document.querySelector('button[name=email]')?.innerText.includes('Local admin')");
    await page.goTo(`${origin}/_local/sign-in/`);
    await page.until("location.search.includes('_local') && document.querySelector('button[name=email]')");
    await page.evaluate("document.querySelector('input[name=email]').focus()");
    await page.paste(email);
    await page.pressEnter();
    await page.until(
      "document.querySelector('output')?.innerText === 'You are Dee Long. Your role is annotator.'",
    );
  });

  test("signs in another person with one click", async () => {
    await page.click("a");
    await page.click("button[name=email]");
    await page.until(
      "/^You are Local admin\\b.* Your role is admin\\.$/.test(document.querySelector('output')?.innerText)",
    );
  });

  test("leaves no code in the URL and no token in the browser, and sends requests to no other origin", async () => {
    expect(await page.evaluate("location.href")).toBe(`${origin}/_local/sign-in/`);
    const kept = "JSON.stringify([localStorage, sessionStorage, document.cookie])";
    expect(await page.evaluate(kept)).toBe('[{},{},""]');
    expect(page.requests.filter((url) => !url.startsWith(`${origin}/`) && url !== "data:,")).toEqual([]);
    // The refusal above is the only error.
    expect(page.complaints).toEqual([expect.stringContaining("403")]);
  });

  test("shows the reason when a person has no access", async () => {
    await page.click("a");
    await page.until("document.querySelector('input[name=email]') !== null");
    await page.evaluate("document.querySelector('input[name=email]').focus()");
    await page.paste("stranger@example.org");
    await page.pressEnter();
    await page.until("/stranger@example.org/.test(document.querySelector('output')?.innerText)");
  });
});
