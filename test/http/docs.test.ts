import { describe, expect, inject, test } from "vitest";
import swaggerUi from "../../node_modules/swagger-ui-dist/package.json" with { type: "json" };
import { openApi } from "../support/api/api.ts";
import { description } from "../support/api/api-description.ts";

const api = openApi();
const { origin } = inject("service");

describe("the API's description", () => {
  test("is public, and equal to the committed file", async () => {
    const answer = await api.call("GET", "/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(description);
  });

  test("is not sent again to a caller with the current ETag", async () => {
    const { headers } = await api.call("GET", "/openapi.json");
    const again = { headers: { "If-None-Match": headers.get("etag") ?? "" } };
    expect((await api.call("GET", "/openapi.json", again)).status).toBe(304);
  });

  test("names the base path of the operations", async () => {
    const { body } = await api.call("GET", "/openapi.json");
    expect((await fetch(`${origin}${body.servers[0].url}/health`)).status).toBe(200);
  });
});

describe("the documentation page", () => {
  const assetsOf = (html: string) =>
    [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, name]) => `/${name}`);

  test("has no inline script or style, and may load from its own origin and the media bucket only", async () => {
    const { headers, body } = await api.call("GET", "/docs");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const { token } = await api.userWith("admin");
    const announced = await api.call("POST", "/media", { token, body: { type: "image/png", bytes: 8 } });
    const { url } = announced.body.upload;
    expect(policy.match(/\S+\/\/[^\s;]+/g)).toEqual([new URL(url).origin]);
    expect(policy).toContain(`connect-src 'self' ${new URL(url).origin};`);
    expect(body).not.toMatch(/<script(?![^>]*src=)|<style|style=/);
  });

  test("has assets with the right media types, and lets browsers cache those of Swagger UI forever", async () => {
    const { body } = await api.call("GET", "/docs");
    expect(assetsOf(body)).toHaveLength(4);
    for (const asset of assetsOf(body)) {
      const { status, headers } = await api.call("GET", asset);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch(
        asset.endsWith(".css") ? /^text\/css/ : /^text\/javascript/,
      );
      const ofLibrary = asset.includes(swaggerUi.version);
      expect(headers.get("cache-control")).toMatch(ofLibrary ? /immutable/ : /no-cache/);
    }
    // The names of Swagger UI's assets contain its version, so browsers never use an old version from their cache.
    expect(assetsOf(body).filter((name) => name.includes(swaggerUi.version))).toHaveLength(2);
  });

  test.each(["..%2Findex.mjs", "index.mjs", "toString", "swagger-ui.css", "start.js%00"])(
    "has no asset %s",
    async (name) => {
      expect([400, 404]).toContain((await api.call("GET", `/docs/${name}`)).status);
    },
  );
});
