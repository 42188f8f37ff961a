import { describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const { api, admin, newSpecies, observationBody, identificationBody } = await annotationRequests();

const tag = crypto.randomUUID().slice(0, 8);
const fox = await newSpecies(`Fox ${tag}`, `Vulpes ${tag}`);
const tod = await newSpecies(`Fox ${tag}`, `Vulpes ${tag} two`);

const create = async (observation: object, { path = "/annotations", headers = {} } = {}) =>
  (
    await api.call("POST", path, {
      token: admin.token,
      body: observationBody({ observation }),
      headers,
    })
  ).body;

describe("a new annotation whose observation names", () => {
  test("a known species has no warning", async () => {
    expect(await create({ species: `VULPES ${tag}` })).toEqual({ id: expect.any(Number) });
    expect(await create({ behaviour: "drinking" })).toEqual({ id: expect.any(Number) });
  });

  test("a misspelled species has a warning that suggests the right species", async () => {
    expect(await create({ species: `Vulpus ${tag}` })).toEqual({
      id: expect.any(Number),
      warnings: [
        {
          pointer: "/body/observation/species",
          detail: `No species is named "Vulpus ${tag}". Did you mean Vulpes ${tag} (${fox.id})?`,
        },
      ],
    });
  });

  test("an unknown species without a similar name has a warning, and is created", async () => {
    const { id, warnings } = await create({
      common_name: `xx ${crypto.randomUUID()}`,
      species: fox.scientific_name,
    });
    expect(warnings).toEqual([
      {
        pointer: "/body/observation/common_name",
        detail: expect.stringMatching(/^No species is named "xx [^"]*"\.$/),
      },
    ]);
    expect((await api.call("GET", `/annotations/${id}`, { token: admin.token })).status).toBe(200);
  });

  test("a name that two species share has a warning that names both", async () => {
    const { warnings } = await create({ common_name: `fox ${tag}` });
    expect(warnings).toEqual([
      {
        pointer: "/body/observation/common_name",
        detail: `2 species are named "fox ${tag}": ${fox.id}, ${tod.id}. Use the scientific name.`,
      },
    ]);
  });

  test("a long text has a warning without a suggestion", async () => {
    const { warnings } = await create({ species: `Vu${"x".repeat(1000)}` });
    expect(warnings).toEqual([expect.objectContaining({ detail: expect.stringMatching(/"\.$/) })]);
  });

  test("an unknown species also has a warning in the full shape, but not in a replayed response", async () => {
    const request = { path: "/annotations?shape=full", headers: { "Idempotency-Key": crypto.randomUUID() } };
    const first = await create({ species: `Vulpus ${tag}` }, request);
    expect(first).toMatchObject({ review: "one", warnings: [{ pointer: "/body/observation/species" }] });
    const { warnings, ...rest } = first;
    expect(await create({ species: `Vulpus ${tag}` }, request)).toEqual(rest);
    expect(warnings).toHaveLength(1);
  });
});

test("a batch returns each warning with its item, but not in a replayed response", async () => {
  const items = [
    observationBody({ observation: { species: fox.scientific_name } }),
    observationBody({ observation: { species: `Vulpus ${tag}` } }),
    identificationBody(),
    observationBody({ observation: { species: `Vulpus ${tag}`, common_name: `Vulpus ${tag}` } }),
    { nonsense: true },
  ];
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const send = async () =>
    (await api.call("POST", "/annotations/batch", { token: admin.token, body: items, headers })).body;
  const first = await send();
  const pointersOf = (result: { warnings?: { pointer: string }[] }) =>
    result.warnings?.map(({ pointer }) => pointer);
  expect(first.map(pointersOf)).toEqual([
    undefined,
    ["/body/1/observation/species"],
    undefined,
    ["/body/3/observation/species", "/body/3/observation/common_name"],
    undefined,
  ]);
  expect((await send()).map(pointersOf)).toEqual(Array(5).fill(undefined));
});
