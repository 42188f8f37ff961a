import { describe, expect, test } from "vitest";
import { Fault, invalid } from "../../../shared/domain/wire/fault.ts";
import { asFault, problemFor } from "../../../shared/http/problem.ts";

describe("an error", () => {
  test.each([
    Object.assign(new Error("ThrottlingException of DynamoDB"), { name: "ThrottlingException" }),
    Object.assign(new Error("exceeded throughput of DynamoDB"), {
      name: "ProvisionedThroughputExceededException",
    }),
    Object.assign(new Error("TimeoutError of the client"), { name: "TimeoutError" }),
    Object.assign(new Error("InternalError of S3"), { name: "InternalError" }),
    Object.assign(new Error("RequestTimeout of S3"), { name: "RequestTimeout" }),
    Object.assign(new Error("ECONNRESET of the network"), { code: "ECONNRESET" }),
    Object.assign(new Error("EHOSTUNREACH of the network"), { code: "EHOSTUNREACH" }),
    Object.assign(new Error("ENETUNREACH of the network"), { code: "ENETUNREACH" }),
  ])("becomes a 503 with Retry-After if it may be temporary ($message)", (error) => {
    const { problem, headers } = problemFor(asFault(error), "r", "body");
    expect(problem).toMatchObject({ status: 503, type: "unavailable" });
    expect(headers["Retry-After"]).toBe("1");
  });

  test("becomes a 429 with its own Retry-After, or else with 1 second, if it is about too many requests", () => {
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
  ])("becomes a 500 without details if it is unexpected (%s)", (error) => {
    const { problem } = problemFor(asFault(error), "r", "body");
    expect(problem).toMatchObject({ status: 500, type: "internal-error", instance: "r" });
    expect(JSON.stringify(problem)).not.toContain("secret");
  });

  test("becomes a problem document with its detail and errors if it is a Fault", () => {
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
