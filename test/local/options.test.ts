import path from "node:path";
import { expect, test } from "vitest";
import { nameVariables, readOptions } from "../../local/options.ts";

test("has defaults for all options", () => {
  expect(readOptions({})).toEqual({
    port: 3000,
    s3Port: 0,
    dataDir: path.resolve(".local"),
    dynamoDbEndpoint: undefined,
    devVideoOrigins: undefined,
    parameters: {},
  });
});

test("reads values for the template's parameters", () => {
  expect(readOptions({ LOG_LEVEL: "DEBUG", ADMIN_EMAILS: "" }).parameters).toEqual({ LogLevel: "DEBUG" });
});

test.each([
  [{ S3_PORT: "-1" }, 'S3_PORT must be an integer from 0 to 65535, not "-1".'],
  [{ PORT: "3000.5" }, 'PORT must be an integer from 0 to 65535, not "3000.5".'],
  [
    { DEV_VIDEO_ORIGINS: "http://127.0.0.1:8812, localhost" },
    'DEV_VIDEO_ORIGINS must list origins such as http://127.0.0.1:8812, not "localhost".',
  ],
  [
    { DYNAMODB_ENDPOINT: "localhost" },
    'DYNAMODB_ENDPOINT must be a URL such as http://127.0.0.1:8000, not "localhost".',
  ],
])("rejects %j", (variables, message) => {
  expect(() => readOptions(variables)).toThrow(message);
});

test("replaces a parameter in an error message with its environment variable", () => {
  expect(
    nameVariables("Parameter LogLevel must be one of INFO, DEBUG.\nParameter Other must have a value."),
  ).toBe("LOG_LEVEL must be one of INFO, DEBUG.\nParameter Other must have a value.");
});
