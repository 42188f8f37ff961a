import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../../lib/endpoints.ts";
import { openApiDocument } from "../../../shared/openapi/document.ts";
import { description, operations, schemaFaults } from "../../support/api/api-description.ts";

test("docs/openapi.json is generated from the contracts", () => {
  const made = JSON.parse(JSON.stringify(openApiDocument(endpoints.map(({ contract }) => contract))));
  expect(
    description,
    "A contract has changed. Run npm run openapi, check the difference and commit it.",
  ).toEqual(made);
});

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("the server is an absolute path, which every client resolves", () => {
  expect(description.servers).toEqual([{ url: "/api/v1" }]);
});

test("there is one security scheme, for tokens and site keys", () => {
  expect(description.components.securitySchemes).toEqual({
    tokenOrSiteKey: { type: "http", scheme: "bearer", description: expect.any(String) },
  });
});

test("the operations are in the order in which a new reader needs them", () => {
  expect(description.tags.map(({ name }: { name: string }) => name)).toEqual([
    "annotations",
    "video streams",
    "uploads",
    "exports",
    "imports",
    "capture sources",
    "species",
    "users",
    "media",
    "dataset",
    "service",
  ]);
  const inOrder = description.tags.flatMap((tag: { "x-operations": string[] }) => tag["x-operations"]);
  expect(inOrder.toSorted()).toEqual(operations.map(({ operationId }) => operationId).sort());
  // Those of one path are together in the document.
  expect(operations.slice(0, 2).map(({ operationId }) => operationId)).toEqual([
    "list-annotations",
    "create-annotation",
  ]);
});

describe("each operation", () => {
  test.each(operations)(
    "$operationId declares its callers, both in `security` and in its description",
    (operation) => {
      const named = endpoints.filter(({ contract }) => contract.operationId === operation.operationId);
      const access = named.map(({ contract }) => contract.access).join();
      const [role = "", site] = access.split(" or ");
      const { description: words } = description.paths[operation.path][operation.method.toLowerCase()];
      if (access === "public") expect(operation.security).toEqual([]);
      else if (access === "identified") expect(operation.security).toEqual([{ tokenOrSiteKey: [] }]);
      else {
        const callers = [role, ...(site ? ["site"] : [])];
        expect(operation.security).toEqual(callers.map((each) => ({ tokenOrSiteKey: [each] })));
        expect(words).toContain(`\`${role}\``);
      }
    },
  );

  test.each(operations)("$operationId declares the responses that any request can get", ({ responses }) => {
    for (const status of ["400", "413", "429", "500", "503"]) expect(responses).toHaveProperty(status);
  });

  test.each(operations.filter(({ body }) => body))("$operationId has an example of its body", (operation) => {
    const at = `/paths/${step(operation.path)}/${operation.method.toLowerCase()}/requestBody/content/application~1json`;
    const { example, examples } = valueAt(at);
    const values = examples
      ? Object.values<{ value: unknown }>(examples).map(({ value }) => value)
      : [example];
    expect(values).not.toHaveLength(0);
    for (const value of values) {
      expect(value).toBeDefined();
      expect(schemaFaults(`${at}/schema`, value)).toBeUndefined();
    }
  });
});

describe("each parameter", () => {
  const parameters = schemasWithin(description, "").filter(
    ({ schema }) => "in" in schema && "schema" in schema,
  );

  test.each(parameters)("at $pointer has a description and a valid example", ({ pointer }) => {
    const { description: words, example } = valueAt(pointer);
    expect(words).toMatch(/^[A-Z`].*\.$/s);
    expect(example).toBeDefined();
    expect(schemaFaults(`${pointer}/schema`, example)).toBeUndefined();
  });

  test("in a path is required, and so is one in a query where its contract requires it", () => {
    const required = (operationId: string) =>
      operations
        .find((operation) => operation.operationId === operationId)
        ?.parameters.flatMap(({ name, required: is }) => (is ? [name] : []));
    expect(required("get-video-stream-media")).toEqual(["id", "time"]);
    expect(required("list-annotations")).toEqual([]);
  });
});

test("the texts have no < outside code, which Markdown would treat as HTML", () => {
  const texts = schemasWithin(description, "").flatMap(({ pointer }) => {
    const { description: words } = valueAt(pointer);
    return typeof words === "string" ? [words] : [];
  });
  expect(texts.filter((words) => words.replace(/`[^`]*`/g, "").includes("<"))).toEqual([]);
});

describe("the examples of the document", () => {
  const schemas = schemasWithin(description, "").filter(({ schema }) => Array.isArray(schema.examples));

  test.each(schemas)("match the schema at $pointer", ({ pointer, schema }) => {
    for (const example of schema.examples ?? []) expect(schemaFaults(pointer, example)).toBeUndefined();
  });

  test("include one of each kind of text", () => {
    for (const name of ["Timestamp", "UtcTimestamp", "MediaOffset", "Location", "Email", "Role", "Id"]) {
      expect(description.components.schemas[name].examples).toHaveLength(1);
    }
  });
});

describe("the schema of", () => {
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
    ["Location", "-90,180", true],
    ["Location", "90.000,-180.0", true],
    ["Location", "051.5,007", true],
    ["Location", "90.1,0", false],
    ["Location", "91,0", false],
    ["Location", "0,180.000000000001", false],
    ["Location", "0,181", false],
    ["Location", "0,999", false],
    ["Id", 1, true],
    ["Id", 0, false],
    ["Id", 2 ** 53, false],
  ])("%s accepts %s: %s", (name, value, right) => {
    expect(schemaFaults(`/components/schemas/${name}`, value) === undefined).toBe(right);
  });
});

describe("an Idempotency-Key", () => {
  test.each([
    ["waterhole-1", true],
    ['"waterhole-1"', true],
    ["x".repeat(255), true],
    [`"${"x".repeat(255)}"`, true],
    ["", false],
    ["x".repeat(256), false],
    ["camera 1", false],
    ['"camera 1"', false],
    ['a"b', false],
    ["Füchse", false],
  ])("%s: %s", (key, right) => {
    const at = "/components/parameters/Idempotency-Key/schema";
    expect(schemaFaults(at, key) === undefined).toBe(right);
  });
});

describe("the URL of a new stream", () => {
  test.each([
    ["https://videos.example/2026-03-01.mp4?token=a%20b", true],
    ["https://videos.example:8443", true],
    ["s3://2026.waterhole-videos/east/1.mp4", true],
    ["http://videos.example/1.mp4", false],
    ["https://ana:secret@videos.example/1.mp4", false],
    ["https:///1.mp4", false],
    ["javascript:alert(1)", false],
    ["waterhole.mp4", false],
  ])("%s: %s", (url, right) => {
    const at = "/components/schemas/NewVideoStream/properties/stream_url";
    expect(schemaFaults(at, url) === undefined).toBe(right);
  });
});

test("the filter by observation is an object with any keys, the filter by streams is a list, and a timespan is two parameters", () => {
  const parameters = (operationId: string) =>
    operations.find((operation) => operation.operationId === operationId)?.parameters;
  expect(parameters("list-annotations")).toContainEqual(
    expect.objectContaining({ name: "observation", in: "query", style: "deepObject", explode: true }),
  );
  expect(parameters("list-annotations")).toContainEqual(
    expect.objectContaining({ name: "videostream", in: "query", style: "form", explode: true }),
  );
  expect(parameters("list-video-streams")?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["timespan[start]", "timespan[end]", "If-None-Match"]),
  );
});

// biome-ignore lint/suspicious/noExplicitAny: JSON
function valueAt(pointer: string): any {
  const steps = pointer.split("/").slice(1);
  return steps.reduce((value, each) => value[each.replaceAll("~1", "/").replaceAll("~0", "~")], description);
}

function step(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Every object of the document, by its pointer: each could be a schema. */
function schemasWithin(
  value: unknown,
  pointer: string,
): { pointer: string; schema: { examples?: unknown[] } }[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    schemasWithin(each, `${pointer}/${step(key)}`),
  );
  return Array.isArray(value) ? inner : [{ pointer, schema: value }, ...inner];
}
