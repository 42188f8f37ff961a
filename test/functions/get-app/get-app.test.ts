import { expect, test } from "vitest";
import { getApp } from "../../../functions/get-app/get-app.ts";
import { pagePolicy } from "../../../functions/get-app/page-policy.ts";
import { getAppAsset } from "../../../functions/get-app-asset/get-app-asset.ts";

const videos = { ownBucket: "media", buckets: ["traps", "reef"], hosts: ["video.example"], origins: [] };
const originOf = (bucket: string) => `https://${bucket}.s3.eu-west-1.amazonaws.com`;
const issuer = "https://cognito-idp.eu-west-1.amazonaws.com/pool";
const tokenEndpoint = "https://wildlife.auth.eu-west-1.amazoncognito.com/oauth2/token";

function directives(policy: string): Record<string, readonly string[]> {
  return Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values];
    }),
  );
}

test("the content security policy names the buckets, the readable hosts, the issuer and its token endpoint", () => {
  const policy = directives(pagePolicy({ videos, originOf, issuer, tokenEndpoint }));
  const buckets = ["media", "traps", "reef"].map(originOf);
  expect(policy["img-src"]).toEqual(["'self'", "blob:", ...buckets]);
  expect(policy["media-src"]).toEqual(["'self'", "blob:", "https:", ...buckets]);
  expect(policy["connect-src"]).toEqual([
    "'self'",
    ...buckets,
    "https://video.example:*",
    "https://cognito-idp.eu-west-1.amazonaws.com",
    "https://wildlife.auth.eu-west-1.amazoncognito.com",
  ]);
  expect(policy["require-trusted-types-for"]).toEqual(["'script'"]);
  for (const name of ["default-src", "base-uri", "form-action", "frame-ancestors", "trusted-types"]) {
    expect(policy[name], name).toEqual(["'none'"]);
  }
});

test("the content security policy allows only the page's own scripts and styles, whatever the deployment names", () => {
  const local = { ...videos, hosts: undefined, origins: ["http://127.0.0.1:9000"] };
  const policy = pagePolicy({ videos: local, originOf, issuer, tokenEndpoint: undefined });
  const { "script-src": scripts, "style-src": styles, "connect-src": hosts } = directives(policy);
  expect([scripts, styles]).toEqual([["'self'"], ["'self'"]]);
  expect(policy).not.toMatch(/unsafe|data:|\*/);
  expect(hosts).toContain("http://127.0.0.1:9000");
});

test("the page's ETag changes with its policy, so that browsers get the new policy", async () => {
  const tagWith = async (policy: string) =>
    (await getApp({ html: "<!doctype html>", policy: async () => policy })()).file.tag;
  expect(await tagWith("default-src 'none'")).toBe(await tagWith("default-src 'none'"));
  expect(await tagWith("default-src 'none'")).not.toBe(await tagWith("default-src 'self'"));
});

test("only files with a hash in the name may be cached forever", async () => {
  const names = ["main-ABCD2345.js", "style-ABCD2345.css", "icon.svg", "notes.txt"];
  const get = getAppAsset({ names, read: (name) => name });
  const cacheOf = async (asset: string) => (await get({ params: { asset } })).headers["Cache-Control"];
  expect(await cacheOf("main-ABCD2345.js")).toBe("public, max-age=31536000, immutable");
  expect(await cacheOf("style-ABCD2345.css")).toBe("public, max-age=31536000, immutable");
  expect(await cacheOf("icon.svg")).toBeUndefined();
  for (const asset of ["notes.txt", "main-ZZZZ2345.js", "toString"]) {
    await expect(get({ params: { asset } })).rejects.toThrow(`The page has no file ${asset}.`);
  }
});
