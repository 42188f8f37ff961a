import { expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
const assetsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(app\/[^"]+)"/g)].map(([, name]) => `/${name}`);

test("the page has a strict Content Security Policy and no inline script or style, even with an issuer's parameters", async () => {
  const { status, headers, body } = await api.call("GET", "/app?code=1&state=2&session_state=3");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("cache-control")).toBe("private, no-cache");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("permissions-policy")).toMatch(/\bcamera=\(\), .*fullscreen=\(self\)$/);
  expect(body).not.toMatch(/<script(?![^>]*src=)|<style|style=|code=1/);

  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|data:/);
  const { token } = await api.userWith("admin");
  const upload = { type: "image/png", bytes: 8 };
  const { url } = (await api.call("POST", "/media", { token, body: upload })).body.upload;
  for (const directive of ["img-src", "media-src", "connect-src"]) {
    expect(policy).toMatch(new RegExp(`${directive} [^;]*${new URL(url).origin}`));
  }
});

test("the page is not sent again to a browser with the current ETag", async () => {
  const { headers } = await api.call("GET", "/app");
  const again = { headers: { "If-None-Match": headers.get("etag") ?? "" } };
  expect((await api.call("GET", "/app", again)).status).toBe(304);
});

test("browsers may cache the page's scripts and styles forever", async () => {
  const assets = assetsOf((await api.call("GET", "/app")).body);
  expect(assets.length).toBeGreaterThan(2);
  for (const asset of assets) {
    const { status, headers } = await api.call("GET", asset);
    expect(status, asset).toBe(200);
    const type = { css: "text/css", js: "text/javascript", svg: "image/svg+xml" }[
      asset.split(".").at(-1) ?? ""
    ];
    expect(headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect(headers.get("cache-control")).toMatch(asset === "/app/icon.svg" ? /no-cache/ : /immutable/);
  }
});

test.each(["..%2Findex.mjs", "index.mjs", "index.html", "toString", "main.js", "icon.svg%00"])(
  "the page has no file %s",
  async (name) => {
    expect([400, 404]).toContain((await api.call("GET", `/app/${name}`)).status);
  },
);
