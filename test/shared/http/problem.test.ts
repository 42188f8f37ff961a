import { describe, expect, test } from "vitest";
import { Fault } from "../../../shared/domain/fault.ts";
import { asFault, problemFor } from "../../../shared/http/problem.ts";

describe("an error", () => {
  test.each([
    Object.assign(new Error("busy"), { name: "ThrottlingException" }),
    Object.assign(new Error("busy"), { name: "ProvisionedThroughputExceededException" }),
    Object.assign(new Error("slow"), { name: "TimeoutError" }),
    Object.assign(new Error("S3 failed"), { name: "InternalError" }),
    Object.assign(new Error("S3 waited"), { name: "RequestTimeout" }),
    Object.assign(new Error("gone"), { code: "ECONNRESET" }),
    Object.assign(new Error("no way"), { code: "EHOSTUNREACH" }),
    Object.assign(new Error("no way"), { code: "ENETUNREACH" }),
  ])("of storage that is temporary, such as $name $code, returns 503 with Retry-After", (error) => {
    const { problem, headers } = problemFor(asFault(error), "r");
    expect(problem).toMatchObject({ status: 503, type: "unavailable" });
    expect(headers["Retry-After"]).toBe("1");
  });

  test("of too many requests returns 429 with its wait in Retry-After, or one second", () => {
    const answer = (options = {}) => problemFor(new Fault("too-many-requests", "Wait.", options), "r");
    expect(answer().problem).toMatchObject({ status: 429, type: "too-many-requests" });
    expect(answer().headers["Retry-After"]).toBe("1");
    expect(answer({ retryAfterSeconds: 7 }).headers["Retry-After"]).toBe("7");
  });

  test.each([
    new Error("secret"),
    Object.assign(new Error("secret"), { name: "AccessDeniedException" }),
    "secret",
    null,
  ])("of the service, %s, returns a fixed 500 without details", (error) => {
    const { problem } = problemFor(asFault(error), "r");
    expect(problem).toMatchObject({ status: 500, type: "internal-error", instance: "r" });
    expect(JSON.stringify(problem)).not.toContain("secret");
  });

  test("that is a fault returns its message and errors", () => {
    const errors = [{ pointer: "/body/name", detail: "Must be there" }];
    const fault = new Fault("invalid-request", "/body/name: Must be there", { errors });
    expect(problemFor(asFault(fault), "r").problem).toEqual({
      type: "invalid-request",
      title: "The request is not valid",
      status: 400,
      detail: "/body/name: Must be there",
      instance: "r",
      errors,
    });
  });
});
