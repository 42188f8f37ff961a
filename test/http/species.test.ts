import { beforeAll, describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
});

let nextTaxon = Date.now();
const unique = () => crypto.randomUUID();
const post = (body: unknown) => api.call("POST", "/species", { token, body });
const get = (id: number) => api.call("GET", `/species/${id}`, { token });
const patch = (id: number, body: unknown, headers = {}) =>
  api.call("PATCH", `/species/${id}`, { token, body, headers });
const remove = (id: number, headers = {}) => api.call("DELETE", `/species/${id}`, { token, headers });
const list = async (query: string) => (await api.call("GET", `/species?${query}`, { token })).body;
const ids = async (query: string) => (await list(query)).results.map(({ id }: { id: number }) => id);

describe("a species", () => {
  test("is returned whole by the POST that creates it and by GET", async () => {
    const species = {
      common_name: "Egyptian goose",
      scientific_name: "Alopochen aegyptiaca",
      images: [{ attribution: "A. Person, CC BY 4.0", src: "https://pictures.example/goose.jpg" }],
      external_taxon_id: nextTaxon++,
    };
    const made = await post(species);
    expect(made).toMatchObject({ status: 201, body: { id: expect.any(Number), ...species } });
    expect(made.headers.get("location")).toBe(`/api/v1/species/${made.body.id}`);
    expect((await get(made.body.id)).body).toEqual(made.body);
  });

  test("needs only its two names", async () => {
    const names = { common_name: "fox", scientific_name: unique() };
    const { body } = await post(names);
    expect(body).toEqual({ id: body.id, ...names, images: [] });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["no scientific name", { common_name: "fox" }, "/body/scientific_name"],
    ["a blank name", { common_name: " \t", scientific_name: "x" }, "/body/common_name"],
    ["an empty name", { common_name: "", scientific_name: "x" }, "/body/common_name"],
    [
      "a picture with an invalid URL",
      { common_name: "a", scientific_name: "b", images: [{ attribution: "", src: "x" }] },
      "/body/images/0/src",
    ],
    [
      "a picture's URL with half a surrogate pair",
      {
        common_name: "a",
        scientific_name: "b",
        images: [{ attribution: "", src: "https://a.example/\ud800" }],
      },
      "/body/images/0/src",
    ],
    ...["javascript:alert(1)", "data:image/png;base64,AA==", "http://a.example/1.png"].map(
      (src): [string, Record<string, unknown>, string] => [
        `a picture at ${src}`,
        { common_name: "a", scientific_name: "b", images: [{ attribution: "", src }] },
        "/body/images/0/src",
      ],
    ),
    [
      "more than 300,000 bytes of pictures",
      { common_name: "a", scientific_name: "b", images: pictures(300_001) },
      "/body/images",
    ],
    [
      "an external_taxon_id that is a string",
      { common_name: "a", scientific_name: "b", external_taxon_id: "7" },
      "/body/external_taxon_id",
    ],
  ])("with %s is refused with a pointer to the field", async (_, body, pointer) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

test("a PATCH of a species refuses a picture whose URL is not an https: URL, and says so", async () => {
  const { id } = (await post({ common_name: "a", scientific_name: unique() })).body;
  const detail = expect.stringMatching(
    /^`images\[0\]\.src` must be an `https:` URL of at most 2048 characters/,
  );
  expect(await patch(id, { images: [{ attribution: "", src: "javascript:alert(1)" }] })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/body/images/0/src", detail }] },
  });
});

test("a field with the value null counts as omitted when a species is created", async () => {
  const names = { common_name: "a", scientific_name: unique() };
  const none = { external_taxon_id: null, images: null, kind: null, sensitivity: null, lineage: null };
  const { status, body } = await post({ ...names, ...none });
  expect({ status, body }).toEqual({ status: 201, body: { id: body.id, ...names, images: [] } });
});

test("a picture's URL is stored exactly as it was sent", async () => {
  const images = [{ attribution: " \n", src: " https://A.example/\t%7e \n" }];
  const { body } = await post({ common_name: "a", scientific_name: unique(), images });
  expect(body.images).toEqual(images);
  expect((await get(body.id)).body).toEqual(body);
});

test("a species as large as the limits allow can be created, changed and read, but it cannot get one byte more of pictures", async () => {
  const largest = {
    common_name: "🦊".repeat(256),
    // In the normalised form of names, each of these characters becomes 18 letters.
    scientific_name: "ﷺ".repeat(256),
    images: pictures(300_000),
    lineage: Array.from({ length: 16 }, (_, i) => "🦊".repeat(255 - i)),
  };
  const made = await post(largest);
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect((await get(id)).body).toEqual({ id, ...largest });
  const other = { ...largest, common_name: "ﷺ".repeat(255), images: largest.images.toReversed() };
  expect(await patch(id, other)).toMatchObject({ status: 200, body: other });
  const tooMuch = await patch(id, { images: pictures(300_001) });
  expect(tooMuch).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/body/images", detail: expect.stringContaining("300000 bytes") }] },
  });
  expect((await get(id)).body).toEqual({ id, ...other });
});

describe("external_taxon_id", () => {
  test("belongs to one species at a time", async () => {
    const external_taxon_id = nextTaxon++;
    const names = { common_name: "a", scientific_name: unique() };
    const { id } = (await post({ ...names, external_taxon_id })).body;
    expect(await post({ common_name: "a", scientific_name: unique(), external_taxon_id })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: "/body/external_taxon_id" }] },
    });
    const other = (await post({ common_name: "a", scientific_name: unique() })).body.id;
    expect((await patch(other, { external_taxon_id })).status).toBe(409);
    expect(await ids(`external_taxon_id=${external_taxon_id}`)).toEqual([id]);
    expect((await patch(id, { external_taxon_id: null })).body).toEqual({ id, ...names, images: [] });
    expect((await patch(other, { external_taxon_id })).status).toBe(200);
    expect(await ids(`external_taxon_id=${external_taxon_id}`)).toEqual([other]);
  });
});

describe("a scientific name", () => {
  const named = (scientific_name: string) => ({ common_name: "a", scientific_name });
  const conflict = (id: number) => ({
    status: 409,
    body: {
      detail: expect.stringContaining(`species ${id} has it`),
      errors: [{ pointer: "/body/scientific_name" }],
    },
  });

  test("belongs to one species, ignoring case and accents, until that species is renamed or deleted", async () => {
    const tag = unique();
    const { id } = (await post(named(`Hyæna ${tag} élan`))).body;
    expect(await post(named(`hyæna ${tag.toUpperCase()}  ELAN`))).toMatchObject(conflict(id));
    const other = (await post(named(unique()))).body.id;
    expect(await patch(other, named(`HYÆNA ${tag} elan`))).toMatchObject(conflict(id));
    expect((await patch(id, named(`HYÆNA ${tag} élan`))).status).toBe(200);
    expect((await patch(id, named(unique()))).status).toBe(200);
    expect((await patch(other, named(`Hyæna ${tag} élan`))).status).toBe(200);
    await remove(other);
    expect((await post(named(`Hyæna ${tag} élan`))).status).toBe(201);
  });

  test("is given to only one of ten species that are created concurrently", async () => {
    const name = unique();
    const made = await Promise.all(Array.from({ length: 10 }, () => post(named(name))));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    expect(await ids(`name=${name}`)).toHaveLength(1);
  });
});

describe("the kind of a species", () => {
  const create = async (fields: object) =>
    (await post({ common_name: unique(), scientific_name: unique(), ...fields })).body;

  test("is returned, like the sensitivity and the lineage, until it is removed", async () => {
    const lineage = ["Mammalia", "Canidae"];
    const made = await create({ kind: "human", sensitivity: "high", lineage });
    expect(made).toMatchObject({ kind: "human", sensitivity: "high", lineage });
    const removed = { kind: null, sensitivity: null, lineage: null };
    const { kind, sensitivity, lineage: names, ...rest } = made;
    expect((await patch(made.id, removed)).body).toEqual(rest);
    expect([kind, sensitivity, names]).toEqual(["human", "high", lineage]);
  });

  test("is a filter of the list, where a species without a kind counts as an animal", async () => {
    const word = `k${unique().replaceAll("-", "")}`;
    const animal = await create({ common_name: `${word} 1` });
    const vehicle = await create({ common_name: `${word} 2`, kind: "vehicle" });
    expect(await ids(`prefix=${word}&kind=animal`)).toEqual([animal.id]);
    expect(await ids(`prefix=${word}&kind=vehicle`)).toEqual([vehicle.id]);
    expect(await ids(`prefix=${word}&kind=blank`)).toEqual([]);
  });

  test("can be changed from or to blank only in a separate request", async () => {
    const { id } = await create({});
    expect(await patch(id, { kind: "blank", common_name: "nothing" })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: "/body/kind" }] },
    });
    expect((await patch(id, { kind: "blank" })).body).toMatchObject({ kind: "blank" });
    expect((await patch(id, { kind: "unknown" })).body.kind).toBe("unknown");
  });

  test("cannot be changed from or to blank while an annotation is identified as the species", async () => {
    const { species, admin, identificationBody } = await annotationRequests();
    const { id } = species;
    const label = (await api.call("POST", "/annotations", { token: admin.token, body: identificationBody() }))
      .body.id;
    expect(await patch(id, { kind: "blank" })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("1 annotation is"), errors: [{ pointer: "/body/kind" }] },
    });
    expect((await patch(id, { kind: "human" })).status).toBe(200);
    await api.call("DELETE", `/annotations/${label}`, { token });
    expect((await patch(id, { kind: "blank" })).status).toBe(200);
  });

  test.each([
    [{ kind: "bird" }, "/body/kind", "one of animal, human, vehicle, blank, unknown"],
    [{ sensitivity: "secret" }, "/body/sensitivity", "one of none, low, medium, high, extreme"],
    [{ lineage: [] }, "/body/lineage", "1"],
    [{ lineage: Array(17).fill("a") }, "/body/lineage", "16"],
  ])("or another invalid field is refused with the accepted form: %j", async (fields, pointer, detail) => {
    const refused = await post({ common_name: "a", scientific_name: unique(), ...fields });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ pointer, detail: expect.stringContaining(detail) }]);
  });
});

describe("the list of species", () => {
  test("finds a species by the beginning of any word of its names, page by page", async () => {
    const tag = unique().replaceAll("-", "");
    const of = async (common_name: string, scientific_name: string) =>
      (await post({ common_name, scientific_name })).body.id;
    const fox = await of(`Réd ${tag}fox`, `Vulpes ${tag}v`);
    const goose = await of(`White-${tag}fronted goose`, `Anser ${tag}a`);
    const both = [fox, goose];
    for (const [prefix, found] of [
      [tag, both],
      [`${tag}F`, both],
      [`${tag}fo`, [fox]],
      [`red ${tag}`, [fox]],
      [`VULPES ${tag}`, [fox]],
      [`${tag}fronted g`, [goose]],
      [`${tag}x`, []],
    ] as const) {
      expect(await list(`prefix=${encodeURIComponent(prefix)}`), prefix).toMatchObject({
        results: found.map((id) => ({ id })),
        total: found.length,
      });
    }
    expect(await list(`prefix=${tag}&offset=1&limit=1`)).toMatchObject({
      results: [{ id: goose }],
      total: 2,
    });
    await patch(fox, { common_name: "Tod" });
    expect(await ids(`prefix=${tag}fo`)).toEqual([]);
    expect(await ids(`prefix=${tag}v`)).toEqual([fox]);
    await remove(fox);
    expect(await ids(`prefix=${tag}`)).toEqual([goose]);
  });

  test.each(["prefix=", `prefix=${"a".repeat(101)}`, "prefix=a&prefix=b", "kind=bird"])(
    "returns 400 for ?%s",
    async (query) => {
      expect((await api.call("GET", `/species?${query}`, { token })).status).toBe(400);
    },
  );

  test("finds nothing for a prefix that has no letter, digit or sign", async () => {
    expect(await list(`prefix=${encodeURIComponent("\u0301")}`)).toMatchObject({ results: [], total: 0 });
  });

  test("finds a species by either name, ignoring case and accents", async () => {
    const tag = unique();
    const { id } = (await post({ common_name: `Élan ${tag}`, scientific_name: `Alces ${tag}` })).body;
    for (const name of [`élan ${tag}`, `ELAN ${tag}`, `e\u0301lan ${tag}`, `ALCES ${tag.toUpperCase()}`]) {
      expect(await ids(`name=${encodeURIComponent(name)}`)).toEqual([id]);
    }
    expect(await ids(`name=${encodeURIComponent(`elan ${tag} `)}`)).toEqual([id]);
    expect(await ids("name=elan")).not.toContain(id);
  });

  test("finds renamed species by their new names, and combines the filters by name and by external_taxon_id", async () => {
    const [tag, external_taxon_id] = [unique(), nextTaxon++];
    const { id } = (await post({ common_name: tag, scientific_name: unique(), external_taxon_id })).body;
    expect(await ids(`name=${tag}&external_taxon_id=${external_taxon_id}`)).toEqual([id]);
    expect(await ids(`name=${tag}&external_taxon_id=${external_taxon_id + 1_000_000}`)).toEqual([]);
    await patch(id, { common_name: `${tag} renamed` });
    expect(await ids(`name=${tag}`)).toEqual([]);
    expect(await ids(`name=${encodeURIComponent(`${tag} renamed`)}`)).toEqual([id]);
    await remove(id);
    expect(await ids(`name=${encodeURIComponent(`${tag} renamed`)}`)).toEqual([]);
  });

  test.each(["name=a&name=b", "external_taxon_id=x", "scientific_name=x"])(
    "returns 400 for ?%s",
    async (query) => {
      expect((await api.call("GET", `/species?${query}`, { token })).status).toBe(400);
    },
  );
});

test("PATCH and DELETE of a species compare If-Match, and return 404 after the species is deleted", async () => {
  const { id } = (await post({ common_name: "a", scientific_name: unique() })).body;
  const headers = { "If-Match": (await get(id)).headers.get("etag") ?? "" };
  expect((await patch(id, { common_name: "c" }, headers)).status).toBe(200);
  expect((await patch(id, { common_name: "d" }, headers)).status).toBe(412);
  expect((await remove(id, headers)).status).toBe(412);
  expect(await remove(id)).toMatchObject({ status: 200, body: "" });
  expect((await remove(id)).status).toBe(404);
  expect((await get(id)).status).toBe(404);
});

/** Returns 50 pictures whose texts have this number of UTF-8 bytes in total. */
function pictures(bytes: number) {
  const attribution = "🦊".repeat(1490);
  const start = "https://a.example/";
  const srcBytes = bytes - 50 * 4 * 1490 - 49 * start.length;
  return Array.from({ length: 50 }, (_, i) => ({
    attribution,
    src: i === 0 ? start.padEnd(srcBytes, "x") : start,
  }));
}
