import { expect, test } from "vitest";
import { Email, EmailInPath, emailDomain, emailKey } from "../../../../shared/domain/person/email.ts";

test.each(["a@b", "Ann.O'Neil+cams@example.org", "zoë@exämple.org"])(
  "the e-mail address %s is accepted",
  (text) => {
    expect(Email.safeParse(text).success).toBe(true);
  },
);

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
])("the e-mail address %j is rejected", (text) => {
  expect(Email.safeParse(text).success).toBe(false);
});

test("the key of an e-mail address folds only the letters A to Z, so the Kelvin sign is not a k", () => {
  expect(emailKey("ANN@Example.ORG")).toBe("ann@example.org");
  expect(emailKey("\u212Aate@example.org")).not.toBe(emailKey("kate@example.org"));
});

test("the domain of an e-mail address is the part after the @", () => {
  expect(emailDomain("ann@Example.org")).toBe("example.org");
});

test.each([
  ["ann@example.org", "ann@example.org"],
  ["ann%40example.org", "ann@example.org"],
  ["ann%2Bcams%40example.org", "ann+cams@example.org"],
  ["a%40b@example.org", "a%40b@example.org"],
])("the path parameter %s is read as the e-mail address %s", (sent, email) => {
  expect(EmailInPath.parse(sent)).toBe(email);
});

test.each(["%", "%40", "ann%ZZ", "ann"])("the path parameter %s is rejected as an e-mail address", (sent) => {
  expect(EmailInPath.safeParse(sent).success).toBe(false);
});
