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

test("the server's URL is an absolute path, which every client can resolve", () => {
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
    "changes",
    "dataset",
    "service",
  ]);
  const inOrder = description.tags.flatMap((tag: { "x-operations": string[] }) => tag["x-operations"]);
  expect(inOrder.toSorted()).toEqual(operations.map(({ operationId }) => operationId).sort());
  // The document keeps the operations of one path together.
  expect(operations.slice(0, 2).map(({ operationId }) => operationId)).toEqual([
    "list-annotations",
    "create-annotation",
  ]);
});

describe("the operation", () => {
  test.each(operations)(
    "$operationId says in `security` and in its description who may call it",
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

  test.each(operations)(
    "$operationId declares the responses that every operation can return",
    ({ responses }) => {
      for (const status of ["400", "413", "429", "500", "503"]) expect(responses).toHaveProperty(status);
    },
  );

  test.each(operations.filter(({ body }) => body))(
    "$operationId has a valid example of its request body",
    (operation) => {
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
    },
  );
});

describe("a parameter", () => {
  const pointers = schemasWithin(description, "").flatMap(({ pointer, schema }) =>
    "in" in schema && "schema" in schema ? [pointer] : [],
  );

  test.each(pointers)("at %s has a description and a valid example", (pointer) => {
    const { description: words, example } = valueAt(pointer);
    expect(words).toMatch(/^[A-Z`].*\.$/s);
    expect(example).toBeDefined();
    expect(schemaFaults(`${pointer}/schema`, example)).toBeUndefined();
  });

  test("is required if it is in the path or if its contract requires it", () => {
    const required = (operationId: string) =>
      operations
        .find((operation) => operation.operationId === operationId)
        ?.parameters.flatMap(({ name, required: is }) => (is ? [name] : []));
    expect(required("get-video-stream-media")).toEqual(["id", "time"]);
    expect(required("list-annotations")).toEqual([]);
  });
});

test("descriptions have < only within code, because Markdown would treat it as HTML elsewhere", () => {
  const texts = schemasWithin(description, "").flatMap(({ pointer }) => {
    const { description: words } = valueAt(pointer);
    return typeof words === "string" ? [words] : [];
  });
  expect(texts.filter((words) => words.replace(/`[^`]*`/g, "").includes("<"))).toEqual([]);
});

describe("the examples of the document", () => {
  const schemas = schemasWithin(description, "").flatMap(({ pointer, schema: { examples } }) =>
    Array.isArray(examples) ? [{ pointer, examples }] : [],
  );

  test.each(schemas.map(({ pointer, examples }) => [pointer, examples] as const))(
    "match the schema at %s",
    (pointer, examples) => {
      for (const example of examples) expect(schemaFaults(pointer, example)).toBeUndefined();
    },
  );

  test("include one for each common type, such as Timestamp or Id", () => {
    for (const name of ["Timestamp", "UtcTimestamp", "MediaOffset", "Location", "Email", "Role", "Id"]) {
      expect(description.components.schemas[name].examples).toHaveLength(1);
    }
  });
});

describe("the schema of", () => {
  test.each([
    ["Timestamp", "2026-03-01T06:30:00Z", "accepts"],
    ["Timestamp", "2026-03-01T06:30:00+02:00", "accepts"],
    ["Timestamp", "2026-03-01T06:30:00", "rejects"],
    ["Timestamp", "2026-03-01T06:30:00.1234Z", "rejects"],
    ["UtcTimestamp", "2026-03-01T06:30:00.000Z", "accepts"],
    ["UtcTimestamp", "2026-03-01T06:30:00.000+00:00", "rejects"],
    ["MediaOffset", "00:00:01", "accepts"],
    ["MediaOffset", "00:00:61", "rejects"],
    ["Location", "51.5,-0.12", "accepts"],
    ["Location", "51.5, -0.12", "rejects"],
    ["Location", "-90,180", "accepts"],
    ["Location", "90.000,-180.0", "accepts"],
    ["Location", "051.5,007", "accepts"],
    ["Location", "90.1,0", "rejects"],
    ["Location", "91,0", "rejects"],
    ["Location", "0,180.000000000001", "rejects"],
    ["Location", "0,181", "rejects"],
    ["Location", "0,999", "rejects"],
    ["Id", 1, "accepts"],
    ["Id", 0, "rejects"],
    ["Id", 2 ** 53, "rejects"],
  ])("$0 $2 $1", (name, value, verdict) => {
    expect(verdictOf(`/components/schemas/${name}`, value)).toBe(verdict);
  });
});

describe("the schema of the header Idempotency-Key", () => {
  test.each([
    ["waterhole-1", "accepts"],
    ['"waterhole-1"', "accepts"],
    ["x".repeat(255), "accepts"],
    [`"${"x".repeat(255)}"`, "accepts"],
    ["", "rejects"],
    ["x".repeat(256), "rejects"],
    ["camera 1", "rejects"],
    ['"camera 1"', "rejects"],
    ['a"b', "rejects"],
    ["Füchse", "rejects"],
  ])("$1 %j", (key, verdict) => {
    expect(verdictOf("/components/parameters/Idempotency-Key/schema", key)).toBe(verdict);
  });
});

describe("the schema of the URL of a new stream", () => {
  test.each([
    ["https://videos.example/2026-03-01.mp4?token=a%20b", "accepts"],
    ["https://videos.example:8443", "accepts"],
    ["s3://2026.waterhole-videos/east/1.mp4", "accepts"],
    ["http://videos.example/1.mp4", "rejects"],
    ["https://ana:secret@videos.example/1.mp4", "rejects"],
    ["https:///1.mp4", "rejects"],
    ["javascript:alert(1)", "rejects"],
    ["waterhole.mp4", "rejects"],
  ])("$1 %s", (url, verdict) => {
    expect(verdictOf("/components/schemas/NewVideoStream/properties/stream_url", url)).toBe(verdict);
  });
});

test("a query describes an object as deepObject, a list as a repeated parameter, and a timespan as two parameters", () => {
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

/** Says whether the schema at a pointer accepts a value. */
function verdictOf(pointer: string, value: unknown): string {
  return schemaFaults(pointer, value) === undefined ? "accepts" : "rejects";
}

// biome-ignore lint/suspicious/noExplicitAny: JSON
function valueAt(pointer: string): any {
  const steps = pointer.split("/").slice(1);
  return steps.reduce((value, each) => value[each.replaceAll("~1", "/").replaceAll("~0", "~")], description);
}

function step(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Returns every object in the document with its pointer. Any of them could be a schema. */
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
