import { describe, expect, test } from "vitest";
import { Fault, invalid } from "../../../shared/domain/wire/fault.ts";
import { asFault, problemFor } from "../../../shared/http/problem.ts";

describe("an error", () => {
  test.each([
    Object.assign(new Error("busy"), { name: "ThrottlingException" }),
    Object.assign(new Error("busy"), { name: "ProvisionedThroughputExceededException" }),
    Object.assign(new Error("slow"), { name: "TimeoutError" }),
    Object.assign(new Error("S3 failed"), { name: "InternalError" }),
    Object.assign(new Error("S3 waited"), { name: "RequestTimeout" }),
    Object.assign(new Error("reset"), { code: "ECONNRESET" }),
    Object.assign(new Error("no way"), { code: "EHOSTUNREACH" }),
    Object.assign(new Error("no way"), { code: "ENETUNREACH" }),
  ])(
    "of AWS or the network that may be temporary, such as $name $code, is a 503 with Retry-After",
    (error) => {
      const { problem, headers } = problemFor(asFault(error), "r", "body");
      expect(problem).toMatchObject({ status: 503, type: "unavailable" });
      expect(headers["Retry-After"]).toBe("1");
    },
  );

  test("about too many requests is a 429 with its own Retry-After, by default 1 second", () => {
    const answer = (options = {}) =>
      problemFor(new Fault("too-many-requests", "Wait.", options), "r", "body");
    expect(answer().problem).toMatchObject({ status: 429, type: "too-many-requests" });
    expect(answer().headers["Retry-After"]).toBe("1");
    expect(answer({ retryAfterSeconds: 7 }).headers["Retry-After"]).toBe("7");
  });

  test.each([
    new Error("secret"),
    Object.assign(new Error("secret"), { name: "AccessDeniedException" }),
    "secret",
    null,
  ])("that the caller did not cause, %s, is a 500 that reveals nothing", (error) => {
    const { problem } = problemFor(asFault(error), "r", "body");
    expect(problem).toMatchObject({ status: 500, type: "internal-error", instance: "r" });
    expect(JSON.stringify(problem)).not.toContain("secret");
  });

  test("that is a fault becomes a problem document with its detail and errors", () => {
    const fault = invalid("/name", "`name` is required.");
    expect(problemFor(asFault(fault), "r", "body").problem).toEqual({
      type: "invalid-request",
      title: "Invalid request",
      status: 400,
      detail: "`name` is required.",
      instance: "r",
      errors: [{ pointer: "/body/name", detail: "`name` is required." }],
    });
  });
});
