import { describe, expect, inject, test } from "vitest";
import swaggerUi from "../../node_modules/swagger-ui-dist/package.json" with { type: "json" };
import { openApi } from "../support/api/api.ts";
import { description } from "../support/api/api-description.ts";
import { chromium, openPage } from "../support/chromium.ts";

const api = openApi();
const { origin } = inject("service");

describe("the API's description", () => {
  test("is served to everybody as it is committed", async () => {
    const answer = await api.call("GET", "/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(description);
  });

  test("is not sent again to who has it", async () => {
    const { headers } = await api.call("GET", "/openapi.json");
    const again = { headers: { "If-None-Match": headers.get("etag") ?? "" } };
    expect((await api.call("GET", "/openapi.json", again)).status).toBe(304);
  });

  test("names addresses relative to the host that serves it, so that they hold wherever it is", async () => {
    const { body } = await api.call("GET", "/openapi.json");
    const server = new URL(body.servers[0].url, `${origin}/api/v1/openapi.json`).href;
    expect((await fetch(`${server}/health`)).status).toBe(200);
  });
});

describe("the page", () => {
  const assetsOf = (html: string) =>
    [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, name]) => `/${name}`);

  test("loads scripts and styles of its own origin, and nothing may be in it inline", async () => {
    const { headers, body } = await api.call("GET", "/docs");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(assetsOf(body)).toHaveLength(3);
    expect(body).not.toMatch(/<script(?![^>]*src=)|<style|style=/);
  });

  test("has assets, those of the library for good, and each with its own type", async () => {
    const { body } = await api.call("GET", "/docs");
    for (const asset of assetsOf(body)) {
      const { status, headers } = await api.call("GET", asset);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch(
        asset.endsWith(".css") ? /^text\/css/ : /^text\/javascript/,
      );
      const ofLibrary = asset.includes(swaggerUi.version);
      expect(headers.get("cache-control")).toMatch(ofLibrary ? /immutable/ : /no-cache/);
    }
    // Else a new version would come under the name of an old one, which browsers keep.
    expect(assetsOf(body).filter((name) => name.includes(swaggerUi.version))).toHaveLength(2);
  });

  test.each(["..%2Findex.mjs", "index.mjs", "toString", "swagger-ui.css", "start.js%00"])(
    "there is no asset %s",
    async (name) => {
      expect([400, 404]).toContain((await api.call("GET", `/docs/${name}`)).status);
    },
  );
});

if (!chromium) console.warn("Not tested: the documentation page in a browser. Install chromium to do so.");

test.skipIf(!chromium)(
  "in a browser, one signs in with a token, runs a request, and the token is gone with the page",
  { timeout: 60_000 },
  async () => {
    const { token } = await api.userWith("annotator");
    const { email } = (await api.call("GET", "/users/me", { token })).body;
    const page = await openPage(chromium ?? "");
    try {
      await page.goTo(`${origin}/api/v1/docs`);
      await signIn(page, token);
      await click(page, "#operations-users-get-me .opblock-summary-control");
      expect(await answerOfMe(page)).toContain(email);

      const kept =
        "JSON.stringify([localStorage, sessionStorage, document.cookie, await indexedDB.databases()])";
      expect(await page.evaluate(`(async () => ${kept})()`)).toBe('[{},{},"",[]]');
      await page.reload();
      await page.until("document.querySelector('.btn.authorize.unlocked') !== null");
      // The address still names the operation, so that the page opens it.
      expect(await answerOfMe(page)).toContain("unauthenticated");

      const elsewhere = page.requests.filter(
        (url) => !url.startsWith(`${origin}/`) && !url.startsWith("data:"),
      );
      expect(elsewhere).toEqual([]);
      // The request without a token is the one thing that the browser may have found wrong.
      expect(page.complaints.filter((text) => !text.includes("401"))).toEqual([]);
      await page.evaluate("fetch('http://127.0.0.1:1/').catch(() => {})");
      expect(page.complaints.at(-1)).toContain("Content Security Policy");
    } finally {
      await page.close();
    }
  },
);

type Page = Awaited<ReturnType<typeof openPage>>;

const click = (page: Page, selector: string) =>
  page.until(
    `(() => { const found = document.querySelector(${JSON.stringify(selector)}); found?.click(); return !!found })()`,
  );

async function signIn(page: Page, token: string): Promise<void> {
  await page.until("document.querySelector('#operations-users-get-me') !== null");
  await click(page, ".btn.authorize");
  await page.until("document.querySelector('.auth-container input') !== null");
  // As a paste does: React hears the event, not the property.
  await page.evaluate(`(() => {
    const input = document.querySelector(".auth-container input");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, ${JSON.stringify(token)});
    input.dispatchEvent(new Event("input", { bubbles: true }));
  })()`);
  await click(page, ".auth-container .auth-btn-wrapper .authorize");
  await click(page, ".modal-ux .close-modal");
}

/** What the page shows of the answer. Swagger UI trips over a click that comes before the operation's form. */
async function answerOfMe(page: Page): Promise<string> {
  const form = "#operations-users-get-me [data-param-name=If-None-Match]";
  await page.until(`document.querySelector("${form}") !== null`);
  await click(page, "#operations-users-get-me .execute");
  return page.until("document.querySelector('.live-responses-table')?.innerText");
}
