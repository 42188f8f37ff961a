import { expect, test } from "vitest";
import { checkSourceUrl } from "../../../../shared/media/fetch/check-source-url.ts";

/** Each URL breaks only the rule that its message names. The check sends no request. */
test.each([
  ["http://8.8.8.8/", "The scheme is not https."],
  ["http://8.8.8.8:443/", "The scheme is not https."],
  ["ftp://8.8.8.8/", "The scheme is not https."],
  ["file:///etc/passwd", "The scheme is not https."],
  ["https://8.8.8.8:80/", "The port is not 443."],
  ["https://[2606:4700::1111]:8443/", "The port is not 443."],
  ["https://user@8.8.8.8/", "The URL holds a user name or a password."],
  ["https://:word@8.8.8.8/", "The URL holds a user name or a password."],
  ["http://user@127.0.0.1:8812/", "The URL holds a user name or a password."],
  ["http://127.0.0.1:8813/", "The scheme is not https."],
  ["http://127.0.0.2:8812/", "The scheme is not https."],
  ["https://127.0.0.1:8812/", "The port is not 443."],
  ["http://10.0.0.1:8812/", "The address is not public."],
])("refuses %s: %s", (url, message) => {
  const allowedOrigins = ["http://127.0.0.1:8812", "http://10.0.0.1:8812", "null"];
  expect(() => checkSourceUrl(new URL(url), { allowedOrigins })).toThrow(message);
});

test.each([
  ["https://8.8.8.8/", false],
  ["https://a.test:443/video?x#y", false],
  ["http://127.0.0.1:8812/video", true],
  ["http://camera.test:8812/video", true],
])("accepts %s, with loopback addresses allowed for its host: %s", (url, fromLoopback) => {
  const allowedOrigins = ["http://127.0.0.1:8812", "http://camera.test:8812"];
  const accepts = checkSourceUrl(new URL(url), { allowedOrigins, allowedHosts: ["8.8.8.8", "a.test"] });
  expect(accepts("8.8.8.8")).toBe(true);
  expect(accepts("127.0.0.1")).toBe(fromLoopback);
  expect(accepts("10.0.0.1")).toBe(false);
});
