import type { APIGatewayProxyEvent } from "aws-lambda";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readItem } from "../../../functions/create-annotation-batch/read-item.ts";
import { endpoints } from "../../../lib/endpoints.ts";
import { Fault } from "../../../shared/domain/wire/fault.ts";
import { withPointers } from "../../../shared/http/pointers.ts";
import { readInput } from "../../../shared/http/read-input.ts";
import { description, operations } from "../../support/api/api-description.ts";

type Sent = {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | string[]>;
  readonly body?: unknown;
};

/** Returns the faults of a request, or an empty list if it is valid. */
async function faultsOf(
  operationId: string,
  { params = {}, query = {}, body }: Sent,
): Promise<readonly { readonly pointer: string; readonly detail: string }[]> {
  const contract = endpoints.map((each) => each.contract).find((each) => each.operationId === operationId);
  if (!contract) throw new Error(`There is no operation ${operationId}`);
  const event = {
    pathParameters: params,
    multiValueQueryStringParameters: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, [value].flat()]),
    ),
    multiValueHeaders: {},
  } as unknown as APIGatewayProxyEvent;
  return errorsOf(() => readInput(contract, event, body, "test" as never));
}

async function errorsOf(
  run: () => unknown,
): Promise<readonly { readonly pointer: string; readonly detail: string }[]> {
  try {
    await run();
    return [];
  } catch (error) {
    if (error instanceof Fault && error.errors) return withPointers(error.errors, "body");
    throw error;
  }
}

/** Returns the messages about one field of a request. */
const messageFor = async (operationId: string, sent: Sent, pointer: string) => {
  const faults = await faultsOf(operationId, sent);
  return faults.flatMap((fault) => (fault.pointer === pointer ? [fault.detail] : []));
};

describe("invalid path parameters", () => {
  test.each<[string, Record<string, string>, string, string]>([
    ["get-species", { id: "otter" }, "id", "`id` must be a whole number, 1 or more, for example `42`."],
    ["get-species", { id: "0" }, "id", "`id` must be a whole number, 1 or more, for example `42`."],
    ["get-species", { id: "9007199254740992" }, "id", "`id` must be at most 9007199254740991."],
    [
      "add-identification",
      { id: "1", species_id: "x" },
      "species_id",
      "`species_id` must be a whole number, 1 or more, for example `42`.",
    ],
    [
      "delete-site-key",
      { id: "1", key_id: "-1" },
      "key_id",
      "`key_id` must be a whole number, 1 or more, for example `42`.",
    ],
    [
      "get-user",
      { email: "ana" },
      "email",
      "`email` must be an e-mail address, for example `chi@example.org`.",
    ],
    [
      "get-docs-asset",
      { asset: "../x" },
      "asset",
      "`asset` must be the name of a file of the documentation page, for example `start.js`.",
    ],
  ])("%s refuses %j with a message about `%s`", async (operationId, params, name, message) => {
    expect(await messageFor(operationId, { params }, `/path/${name}`)).toEqual([message]);
  });
});

describe("invalid query parameters", () => {
  const time = "a date and time with a time zone";
  const range = "`<start>-<end>`, each `HH:MM:SS` or `HH:MM:SS.mmm` from the start of the video";
  const known = operations
    .find(({ operationId }) => operationId === "list-annotations")
    ?.parameters.flatMap((each) => (each.in === "query" ? [each.name] : []))
    .join(", ")
    .replace("observation", "observation[<key>]");

  test.each<[string, string, string | string[], string]>([
    ["list-species", "limit", "0", "`limit` must be a whole number from 1 to 100."],
    ["list-species", "limit", "101", "`limit` must be a whole number from 1 to 100."],
    ["list-species", "limit", "ten", "`limit` must be a whole number from 1 to 100."],
    ["list-species", "limit", ["5", "6"], "`limit` must be given only once."],
    ["list-species", "offset", "-1", "`offset` must be a whole number from 0 to 999999999999999."],
    ["list-species", "name", "", "`name` must be text of at least 1 character, for example `red fox`."],
    [
      "list-species",
      "external_taxon_id",
      "1.5",
      "`external_taxon_id` must be a whole number of at most 16 digits, for example `42`.",
    ],
    [
      "list-species",
      "external_taxon_id",
      "9999999999999999",
      "`external_taxon_id` must be from -9007199254740991 to 9007199254740991.",
    ],
    [
      "list-species",
      "nmae",
      "fox",
      "`nmae` is not a known parameter. Known parameters: limit, offset, name, prefix, kind, external_taxon_id.",
    ],
    ["get-species", "shape", "x", "`shape` is not a known parameter: this request has none."],
    // A detail has at most 300 bytes.
    [
      "list-annotations",
      "colour",
      "red",
      `${`\`colour\` is not a known parameter. Known parameters: ${known}`.slice(0, 300)}…`,
    ],
    ["list-annotations", "shape", "round", "`shape` must be `identification`, `observation` or `full`."],
    ["list-annotations", "shape", ["observation", "identification"], "`shape` must be given only once."],
    [
      "list-annotations",
      "observation",
      "x",
      "`observation` must name a key, for example `observation[behaviour]=foraging`.",
    ],
    [
      "list-annotations",
      "observation[]",
      "x",
      "`observation[]` must name a key, for example `observation[behaviour]=foraging`.",
    ],
    ["list-annotations", "observation[sex]", ["f", "m"], "`observation[sex]` must be given only once."],
    [
      "list-annotations",
      "videostream",
      "dawn",
      "`videostream` must be a whole number, 1 or more, for example `42`.",
    ],
    [
      "list-annotations",
      "videostream",
      ["1", "dawn", "dusk"],
      "`videostream` must be a whole number, 1 or more, for example `42`.",
    ],
    [
      "list-annotations",
      "videostream",
      Array(101).fill("1"),
      "`videostream` must be given at most 100 times.",
    ],
    ["list-video-streams", "capturesource", ["1", "2"], "`capturesource` must be given only once."],
    ["list-annotations", "near", ["1,2,3", "1,2,4"], "`near` must be given only once."],
    [
      "list-annotations",
      "near",
      "51.181,5.655",
      "`near` must be `<latitude>,<longitude>,<kilometres>` without spaces: a place in decimal degrees (−90 to 90, −180 to 180) and the distance from it (0 to 99999), for example `51.181,5.655,10`.",
    ],
    [
      "list-annotations",
      "bbox",
      "51.3,5.4,50.9",
      "`bbox` must be `<south>,<west>,<north>,<east>` without spaces, the edges of a box in decimal degrees (−90 to 90, −180 to 180), for example `50.9,5.4,51.3,5.9`.",
    ],
    [
      "list-annotations",
      "bbox",
      "51.3,5.4,50.9,5.9",
      "`bbox` must not have its south above its north: `<south>,<west>,<north>,<east>`, for example `50.9,5.4,51.3,5.9`.",
    ],
    [
      "list-annotations",
      "taxon",
      "",
      "`taxon` must be text of at least 1 character, for example `Carnivora`.",
    ],
    [
      "list-video-streams",
      "timespan[start]",
      "yesterday",
      `\`timespan[start]\` must be ${time}, for example \`2026-03-01T06:30:00Z\`.`,
    ],
    [
      "list-video-streams",
      "timespan[end]",
      "2026-03-01T06:30:00 02:00",
      `\`timespan[end]\` must be ${time} (in a URL, write \`+\` as \`%2B\`), for example \`2026-03-01T06:30:00Z\`.`,
    ],
    [
      "list-video-streams",
      "timespan[end]",
      "1969-12-31T23:59:59Z",
      "`timespan[end]` must be in the years 1970 to 9999.",
    ],
    ["get-video-stream-media", "time", "5", `\`time\` must be ${range}, for example \`00:00:05-00:00:05\`.`],
    ["get-video-stream-media", "time", "00:00:05-00:00:01", "`time` must not end before it starts."],
    ["get-media", "redirect", "no", "`redirect` must be `true` or `false`."],
    ["remove-identification", "all", "1", "`all` must be `true` or `false`."],
  ])("%s refuses %s=%j with a message about the parameter", async (operationId, name, value, message) => {
    expect(await messageFor(operationId, { query: { [name]: value } }, `/query/${name}`)).toEqual([message]);
  });

  test("a required parameter that is missing is refused with its description", async () => {
    expect(await messageFor("get-video-stream-media", {}, "/query/time")).toEqual([
      `\`time\` is required: ${range}, for example \`00:00:05-00:00:05\`.`,
    ]);
  });
});

describe("invalid bodies", () => {
  const place = "`<latitude>,<longitude>` in decimal degrees without spaces (−90 to 90, −180 to 180)";
  const offset =
    "a time from the start of the video, `HH:MM:SS` or `HH:MM:SS.mmm`, for example `00:01:30.500`";
  const box = { x1: 1, y1: 1, x2: 1, y2: 1 };
  const keypoint = { box, time: "00:00:01" };
  const observed = (fields: object) => ({ videostreamId: 1, ...fields });
  const tracked = (fields: object) => ({ videostream_id: 1, ...fields });

  test.each<[string, unknown, string, string]>([
    // Values that are missing, of another type, empty or too long
    [
      "create-capture-source",
      undefined,
      "",
      "The body is required: an object (fields: name, location, camera_hardware, site_id, time_zone, coordinate_uncertainty, camtrap_dp).",
    ],
    [
      "create-capture-source",
      ["x"],
      "",
      "The body must be an object (fields: name, location, camera_hardware, site_id, time_zone, coordinate_uncertainty, camtrap_dp).",
    ],
    [
      "create-capture-source",
      {},
      "/name",
      "`name` is required: text of 1 to 256 characters, for example `Waterhole east`.",
    ],
    [
      "create-capture-source",
      { name: "" },
      "/name",
      "`name` must be text of 1 to 256 characters, for example `Waterhole east`.",
    ],
    ["create-capture-source", { name: " " }, "/name", "`name` must not be blank."],
    [
      "create-capture-source",
      { name: "\ud800" },
      "/name",
      "`name` must not contain broken characters (half of a Unicode surrogate pair).",
    ],
    [
      "create-capture-source",
      {},
      "/location",
      `\`location\` is required: ${place}, for example \`-19.01,23.57\`.`,
    ],
    [
      "create-capture-source",
      { location: "51,5;3,2" },
      "/location",
      `\`location\` must be ${place}, for example \`-19.01,23.57\`.`,
    ],
    [
      "create-capture-source",
      { site_id: "7" },
      "/site_id",
      "`site_id` must be a whole number, for example `7`.",
    ],
    [
      "create-capture-source",
      { site_id: 2 ** 60 },
      "/site_id",
      "`site_id` must be a whole number from -9007199254740991 to 9007199254740991, for example `7`.",
    ],
    [
      "create-capture-source",
      { colour: "green" },
      "/colour",
      "`colour` is not a known field. Known fields: name, location, camera_hardware, site_id, time_zone, coordinate_uncertainty, camtrap_dp.",
    ],
    ["create-site-key", { name: "x" }, "/name", "`name` is not a known field: this request has none."],
    ["create-site-key", [], "", "The body must be an empty object."],
    [
      "create-annotation",
      [],
      "",
      "The body must be an object with either `videostream_id` (identification shape) or `videostreamId` (observation shape).",
    ],
    // Other formats
    ["create-user", {}, "/email", "`email` is required: an e-mail address, for example `chi@example.org`."],
    [
      "create-user",
      { role: "boss" },
      "/role",
      "`role` must be `readonly`, `annotator`, `curator` or `admin`.",
    ],
    ["create-user", {}, "/role", "`role` is required: `readonly`, `annotator`, `curator` or `admin`."],
    ["create-species", { images: "x" }, "/images", "`images` must be a list of at most 50 items."],
    [
      "create-species",
      { images: [{ attribution: "", src: "badger.jpg" }] },
      "/images/0/src",
      "`images[0].src` must be an `https:` URL of at most 2048 characters, for example `https://images.example/red-fox.jpg`.",
    ],
    [
      "create-video-stream",
      {},
      "/stream_url",
      "`stream_url` is required: an `https:` or `s3:` URL of at most 2048 characters, for example `s3://waterhole-videos/2026-03-01.mp4`.",
    ],
    [
      "create-video-stream",
      { capturesource: 0 },
      "/capturesource",
      "`capturesource` must be a whole number, 1 or more, for example `42`.",
    ],
    [
      "create-video-stream",
      { startTime: 1772346600 },
      "/startTime",
      "`startTime` must be a date and time with a time zone, for example `2026-03-01T06:30:00Z`.",
    ],
    [
      "create-media",
      { type: "image/gif" },
      "/type",
      "`type` must be `image/jpeg`, `image/png`, `image/webp`, `video/mp4` or `video/webm`.",
    ],
    [
      "create-media",
      { bytes: 0 },
      "/bytes",
      "`bytes` must be a whole number from 1 to 1073741824, for example `48213`.",
    ],
    [
      "create-media",
      { sha256: "ABC" },
      "/sha256",
      "`sha256` must be a SHA-256 checksum in 64 lower-case hexadecimal digits.",
    ],
    [
      "create-video-stream",
      { endTime: { toString: 1 } },
      "/endTime",
      "`endTime` must be a date and time with a time zone, for example `2026-03-01T06:30:00Z`.",
    ],
    // Annotations: the schemas of both shapes are nested in another schema
    [
      "create-annotation",
      {},
      "",
      "The body must be an object with either `videostream_id` (identification shape) or `videostreamId` (observation shape).",
    ],
    [
      "create-annotation",
      tracked({}),
      "/keypoints",
      "`keypoints` is required: a list of 1 to 1000 keypoints, each with `box` and `time`.",
    ],
    [
      "create-annotation",
      tracked({ keypoints: [] }),
      "/keypoints",
      "`keypoints` must be a list of 1 to 1000 keypoints, each with `box` and `time`.",
    ],
    [
      "create-annotation",
      tracked({ keypoints: [keypoint, { ...keypoint, time: "999:00:00" }] }),
      "/keypoints",
      "`keypoints` must be within 24 days of each other.",
    ],
    [
      "create-annotation",
      tracked({ keypoints: [{ box, time: "5 s" }] }),
      "/keypoints/0/time",
      `\`keypoints[0].time\` must be ${offset}.`,
    ],
    [
      "create-annotation",
      tracked({ keypoints: [{ box: { ...box, x1: -1 }, time: "00:00:01" }] }),
      "/keypoints/0/box/x1",
      "`keypoints[0].box.x1` must be a whole number from 0 to 2147483647.",
    ],
    [
      "create-annotation",
      tracked({ keypoints: [{ box: { ...box, x2: -1 }, time: "00:00:01" }] }),
      "/keypoints/0/box/x2",
      "`keypoints[0].box.x2` must be a whole number from 0 to 2147483647.",
    ],
    [
      "create-annotation",
      observed({ timespan: { start: "00:00:02", end: "00:00:01" } }),
      "/timespan/end",
      "`timespan.end` must not be before `start`.",
    ],
    [
      "create-annotation",
      observed({ colour: 1 }),
      "/colour",
      "`colour` is not a known field. Known fields: videostreamId, timespan, boundingBox, observer, observation, method, confidence, machine, camtrap_dp.",
    ],
    [
      "create-annotation",
      observed({ observation: [] }),
      "/observation",
      '`observation` must be an object with at most 20 texts, for example `{"species": "Vulpes vulpes"}`.',
    ],
    [
      "create-annotation",
      observed({ observation: { count: 2 } }),
      "/observation/count",
      "`observation.count` must be text of 1 to 1024 bytes in UTF-8.",
    ],
    [
      "create-annotation",
      observed({ observation: { "": "x" } }),
      "/observation/",
      "`observation.` is not a valid key: it must be text of 1 to 256 bytes in UTF-8.",
    ],
    [
      "update-me",
      {},
      "/display_name",
      "`display_name` is required: text of 1 to 200 characters without @, for example `Chi Nguyen`.",
    ],
    [
      "update-me",
      { display_name: 7 },
      "/display_name",
      "`display_name` must be text of 1 to 200 characters without @, for example `Chi Nguyen`.",
    ],
    [
      "update-me",
      { display_name: "" },
      "/display_name",
      "`display_name` must be text of 1 to 200 characters without @, for example `Chi Nguyen`.",
    ],
    [
      "update-me",
      { display_name: "x".repeat(201) },
      "/display_name",
      "`display_name` must be text of 1 to 200 characters without @, for example `Chi Nguyen`.",
    ],
    [
      "update-me",
      { display_name: "chi@example.org" },
      "/display_name",
      "`display_name` must be text without @, since everybody can read it.",
    ],
    [
      "update-me",
      { display_name: "\u200b" },
      "/display_name",
      "`display_name` must have visible characters.",
    ],
    ["create-annotation-batch", [], "", "The body must be a list of 1 to 500 annotations."],
    ["add-identification-batch", [], "", "The body must be a list of 1 to 500 identifications."],
  ])("%s refuses the body %j with a message about /body%s", async (operationId, body, pointer, message) => {
    expect(await messageFor(operationId, { body }, `/body${pointer}`)).toEqual([message]);
  });

  test.each<[what: string, string, unknown, string, string]>([
    [
      "too many characters",
      "create-capture-source",
      { camera_hardware: "x".repeat(1025) },
      "/camera_hardware",
      "`camera_hardware` must be text of at most 1024 characters, for example `Pi Camera 3`.",
    ],
    [
      "too many bytes",
      "create-annotation",
      observed({ observation: { note: "é".repeat(513) } }),
      "/observation/note",
      "`observation.note` must be text of 1 to 1024 bytes in UTF-8.",
    ],
    [
      "too many bytes in all",
      "create-species",
      { images: Array(50).fill({ attribution: "🦊".repeat(2000), src: "a:b" }) },
      "/images",
      "`images` must have at most 300000 bytes in UTF-8, all attributions and URLs together.",
    ],
  ])(
    "a value above its maximum is refused with a message that names the maximum (%s)",
    async (_, operationId, body, pointer, message) => {
      expect(await messageFor(operationId, { body }, `/body${pointer}`)).toEqual([message]);
    },
  );

  test.each<[unknown, string, string]>([
    [
      null,
      "/body",
      "The item must be an object with either `videostream_id` (identification shape) or `videostreamId` (observation shape).",
    ],
    [
      {},
      "/body",
      "The item must be an object with either `videostream_id` (identification shape) or `videostreamId` (observation shape).",
    ],
    [
      observed({}),
      "/body/observer",
      "`observer` is required: text of 1 to 320 characters, for example `Chi Nguyen`.",
    ],
    [
      observed({ idempotency_key: "é" }),
      "/body/idempotency_key",
      "`idempotency_key` must be 1 to 255 printable ASCII characters, for example `waterhole-2026-03-01T06:30`.",
    ],
  ])("the batch item %j is refused with a message about %s", async (item, pointer, message) => {
    const key = { idempotencyKey: undefined, idempotencyFor: () => ({ digest: "", bodyHash: "" }) };
    expect(await errorsOf(() => readItem(item, 3, key))).toContainEqual({ pointer, detail: message });
  });

  test("a message quotes at most 64 characters of an unknown field's name", async () => {
    const name = `${"x".repeat(63)}🦊🦊`;
    const [fault] = await faultsOf("update-user", {
      body: { role: "admin", [name]: 1 },
      params: { email: "a@b" },
    });
    expect(fault?.pointer).toBe(`/body/${name}`);
    expect(fault?.detail).toBe(
      `\`${"x".repeat(63)}\ufffd…\` is not a known field. Known fields: role, display_name.`,
    );
  });
});

test("an invalid request is refused with every fault of its path, query and body at once", async () => {
  const sent = { params: { id: "x" }, query: { a: "1", b: "2" }, body: { name: "", location: 1 } };
  const faults = await faultsOf("update-capture-source", sent);
  expect(faults.map(({ pointer }) => pointer)).toEqual([
    "/path/id",
    "/query/a",
    "/query/b",
    "/body/name",
    "/body/location",
  ]);
});

describe("messages about the body of", () => {
  const bodies = operations.flatMap(({ operationId, body }) => (body === undefined ? [] : [operationId]));
  const isSentence = /^(The body|The item|`[^`]*`) (is required: |is not a |must ).*\.$/s;
  const internals = /invalid input|received|expected|zod|undefined|infinity|NaN|\[object|API's description/i;
  // These characters cannot spell the words above, so a match never comes from the caller's own text.
  const word = fc.string({ unit: fc.constantFrom("a", "b", "/", "~", "é", "0", " "), maxLength: 12 });
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(null, true, [], {}),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      word,
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(word, tie("any"), { maxKeys: 3 }),
    ),
  })).any;

  test.each(bodies)("%s are sentences that reveal nothing of the parser", async (operationId) => {
    const changed = fc
      .tuple(fc.constantFrom(...examplesOf(operationId)), fc.array(fc.tuple(fc.nat(), fc.option(value))))
      .map(([example, changes]) => changes.reduce(changeAt, structuredClone(example)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, value), async (body) => {
        for (const { detail } of await faultsOf(operationId, { params: { id: "1", email: "a@b" }, body })) {
          expect(detail).toMatch(isSentence);
          expect(detail).not.toMatch(internals);
        }
      }),
    );
  });

  /** Removes or replaces one of the values within a body. */
  function changeAt(body: unknown, [place, replacement]: [number, unknown]): unknown {
    const places = placesIn(body);
    const at = places[place % Math.max(1, places.length)];
    if (at) at.parent[at.key] = replacement;
    return JSON.parse(JSON.stringify(body ?? null));
  }

  function placesIn(value: unknown): { parent: Record<string, unknown>; key: string }[] {
    if (typeof value !== "object" || value === null) return [];
    const parent = value as Record<string, unknown>;
    return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
  }
});

function examplesOf(operationId: string): unknown[] {
  const body = operations.find((operation) => operation.operationId === operationId)?.body;
  return allExamples(body);
}

function allExamples(schema: { $ref?: string; anyOf?: object[]; examples?: unknown[] }): unknown[] {
  if (schema.examples) return schema.examples;
  if (schema.anyOf) return schema.anyOf.flatMap(allExamples);
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? [] : allExamples(description.components.schemas[name]);
}
