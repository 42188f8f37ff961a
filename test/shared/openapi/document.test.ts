import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../../lib/endpoints.ts";
import { openApiDocument } from "../../../shared/openapi/document.ts";
import { description, operations, schemaFaults } from "../../support/api/api-description.ts";

test("docs/openapi.json is what the contracts make", () => {
  const made = JSON.parse(JSON.stringify(openApiDocument(endpoints.map(({ contract }) => contract))));
  expect(
    description,
    "A contract has changed: run npm run openapi, look at the difference, commit it",
  ).toEqual(made);
});

test("it is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

describe("each operation", () => {
  test.each(operations)("$operationId says who may call it, in its security and in words", (operation) => {
    const named = endpoints.filter(({ contract }) => contract.operationId === operation.operationId);
    const access = named.map(({ contract }) => contract.access).join();
    const [role = "", site] = access.split(" or ");
    const { description: words } = description.paths[operation.path][operation.method.toLowerCase()];
    if (access === "public") expect(operation.security).toEqual([]);
    else if (access === "identified") expect(operation.security).toEqual([{ token: [] }]);
    else {
      expect(operation.security).toEqual([{ token: [role] }, ...(site ? [{ siteKey: [] }] : [])]);
      expect(words).toContain(`\`${role}\``);
    }
  });

  test.each(operations)("$operationId declares what can meet any request on its way", ({ responses }) => {
    for (const status of ["400", "413", "429", "500", "503"]) expect(responses).toHaveProperty(status);
  });
});

describe("every example is right", () => {
  const schemas = schemasWithin(description, "").filter(({ schema }) => Array.isArray(schema.examples));

  test.each(schemas)("at $pointer", ({ pointer, schema }) => {
    for (const example of schema.examples ?? []) expect(schemaFaults(pointer, example)).toBeUndefined();
  });

  test("and each kind of text has one", () => {
    for (const name of ["Timestamp", "UtcTimestamp", "MediaOffset", "Location", "Email", "Role", "Id"]) {
      expect(description.components.schemas[name].examples).toHaveLength(1);
    }
  });
});

describe("what its patterns let in", () => {
  test.each([
    ["Timestamp", "2026-03-01T06:30:00Z", true],
    ["Timestamp", "2026-03-01T06:30:00+02:00", true],
    ["Timestamp", "2026-03-01T06:30:00", false],
    ["Timestamp", "2026-03-01T06:30:00.1234Z", false],
    ["UtcTimestamp", "2026-03-01T06:30:00.000Z", true],
    ["UtcTimestamp", "2026-03-01T06:30:00.000+00:00", false],
    ["MediaOffset", "00:00:01", true],
    ["MediaOffset", "00:00:61", false],
    ["Location", "51.5,-0.12", true],
    ["Location", "51.5, -0.12", false],
    ["Id", 1, true],
    ["Id", 0, false],
    ["Id", 2 ** 53, false],
  ])("%s %s: %s", (name, value, right) => {
    expect(schemaFaults(`/components/schemas/${name}`, value) === undefined).toBe(right);
  });
});

test("a filter by what was noted is an object of any keys, and of times two parameters", () => {
  const parameters = (operationId: string) =>
    operations.find((operation) => operation.operationId === operationId)?.parameters;
  expect(parameters("list-annotations")).toContainEqual(
    expect.objectContaining({ name: "observation", in: "query", style: "deepObject", explode: true }),
  );
  expect(parameters("list-video-streams")?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["timespan[start]", "timespan[end]", "If-None-Match"]),
  );
});

/** Whatever could be a schema: every object of the document, by its pointer. */
function schemasWithin(
  value: unknown,
  pointer: string,
): { pointer: string; schema: { examples?: unknown[] } }[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    schemasWithin(each, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  return Array.isArray(value) ? inner : [{ pointer, schema: value }, ...inner];
}
