import { expect, test } from "vitest";
import { Email, EmailInPath, emailDomain, emailKey } from "../../../shared/domain/email.ts";

test.each(["a@b", "Ann.O'Neil+cams@example.org", "zoë@exämple.org"])("%s is an e-mail", (text) => {
  expect(Email.safeParse(text).success).toBe(true);
});

test.each([
  "",
  "ann",
  "@example.org",
  "ann@",
  "a@b@c",
  "a b@c",
  "a@b\n",
  "a\u0000@b",
  "a\ud800@b",
  `${"a".repeat(65)}@b`,
])("%j is none", (text) => {
  expect(Email.safeParse(text).success).toBe(false);
});

test("letters A to Z fold, and no other: the Kelvin sign is not a k", () => {
  expect(emailKey("ANN@Example.ORG")).toBe("ann@example.org");
  expect(emailKey("\u212Aate@example.org")).not.toBe(emailKey("kate@example.org"));
});

test("the domain is what follows the @", () => {
  expect(emailDomain("ann@Example.org")).toBe("example.org");
});

test.each([
  ["ann@example.org", "ann@example.org"],
  ["ann%40example.org", "ann@example.org"],
  ["ann%2Bcams%40example.org", "ann+cams@example.org"],
  ["a%40b@example.org", "a%40b@example.org"],
])("the path parameter %s is %s, decoded by the gateway or not", (sent, email) => {
  expect(EmailInPath.parse(sent)).toBe(email);
});

test.each(["%", "%40", "ann%ZZ", "ann"])("the path parameter %s is no e-mail", (sent) => {
  expect(EmailInPath.safeParse(sent).success).toBe(false);
});
