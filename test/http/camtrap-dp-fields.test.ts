import { expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const { api, admin, newSource, observationBody } = await annotationRequests();
const { token } = admin;
const call = (method: string, path: string, body?: unknown) => api.call(method, path, { token, body });

const capturesource = await newSource();
const day = { startTime: "2026-03-02T18:00:00Z", endTime: "2026-03-02T19:00:00Z" };
const video = { stream_url: "https://video.example/1.mp4", capturesource, ...day };
const stream: number = (await call("POST", "/videostreams", video)).body.id;

/** For each kind of record: a body, valid Camtrap DP fields, other valid fields, and an invalid field. */
const records = [
  {
    path: "/capturesources",
    body: { name: "Ridge", location: "1,2", camera_hardware: "" },
    cells: { deploymentID: "dep1", deploymentStart: "2020-05-30T04:57:37+02:00", cameraHeight: 1.2 },
    others: { habitat: "Campine, open", baitUse: false },
    wrong: { featureType: "lake" },
  },
  {
    path: "/videostreams",
    body: video,
    cells: { mediaID: "07840dcc", filePath: "https://multimedia.agouti.eu/a/file", filePublic: true },
    others: { exifData: '{"ISO": 200}' },
    wrong: { favorite: "yes" },
  },
  {
    path: "/videostreams/live",
    body: { stream_url: "https://video.example/live.mp4", capturesource },
    cells: { captureMethod: "timeLapse" },
    others: { mediaComments: "Lens fogged" },
    wrong: { captureMethod: "other" },
  },
  {
    path: "/species",
    body: { common_name: "Coypu", scientific_name: `Myocastor ${crypto.randomUUID()}` },
    cells: { taxonID: "4RM67", taxonRank: "species", vernacularNames: { eng: "coypu", nld: "beverrat" } },
    others: { order: "Rodentia" },
    wrong: { vernacularNames: { english: "coypu" } },
  },
  {
    path: "/annotations",
    body: observationBody({ videostreamId: stream }),
    cells: { observationID: "705e6036", individualSpeed: 0, classificationTimestamp: "" },
    others: { classificationProbability: 0.5 },
    wrong: { observationLevel: "burst" },
  },
];

test.each(records)(
  "Camtrap DP fields of $path are returned as they were sent, until they are replaced",
  async (record) => {
    const { path, body, cells, others, wrong } = record;
    const place = path.replace("/live", "");
    const made = await call("POST", path, { ...body, camtrap_dp: cells });
    expect(made.status).toBeLessThan(300);
    const at = `${place}/${made.body.id}`;
    const shape = path === "/annotations" ? "?shape=full" : "";
    const read = async () => (await call("GET", `${at}${shape}`)).body.camtrap_dp;
    expect(JSON.stringify(await read())).toBe(JSON.stringify(cells));
    expect((await call("PATCH", at, { camtrap_dp: others })).status).toBe(200);
    expect(await read()).toEqual(others);
    const [column = ""] = Object.keys(wrong);
    for (const refused of [
      await call("PATCH", at, { camtrap_dp: wrong }),
      await call("POST", path, { ...body, camtrap_dp: wrong }),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].pointer).toContain(`/body/camtrap_dp/${column}`);
      expect(refused.body.errors[0].detail).toContain(`camtrap_dp.${column}`);
    }
    expect(await read()).toEqual(others);
    expect((await call("PATCH", at, { camtrap_dp: null })).status).toBe(200);
    expect((await read()) ?? null).toBeNull();
  },
);

test("a request is refused with a column whose value belongs in another field, or with a value for `import`", async () => {
  const at = `/capturesources/${capturesource}`;
  expect(await call("PATCH", at, { camtrap_dp: { latitude: 1 } })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/body/camtrap_dp/latitude" }] },
  });
  const annotation = {
    ...observationBody({ videostreamId: stream }),
    camtrap_dp: { classificationMethod: "human" },
  };
  expect(await call("POST", "/annotations", annotation)).toMatchObject({
    status: 400,
    body: { errors: [{ detail: expect.stringContaining("another field of the record holds its value") }] },
  });
  expect(await call("PATCH", at, { import: 1 })).toMatchObject({ status: 400 });
  expect((await call("GET", at)).body).not.toHaveProperty("import");
});

test("the identification and observation shapes omit Camtrap DP fields, and the filter `import` finds no annotation of an unknown import", async () => {
  const body = { ...observationBody({ videostreamId: stream }), camtrap_dp: { eventID: "e1" } };
  const { id } = (await call("POST", "/annotations", body)).body;
  for (const shape of ["identification", "observation"]) {
    const { body: shown } = await call("GET", `/annotations/${id}?shape=${shape}`);
    expect(shown).not.toHaveProperty("camtrap_dp");
    expect(shown).not.toHaveProperty("import");
  }
  expect((await call("GET", "/annotations?import=999999999")).body).toMatchObject({ total: 0, results: [] });
  expect((await call("GET", "/annotations/counts?by=species&import=999999999")).body).toMatchObject({
    total: 0,
  });
  expect((await call("GET", "/annotations?import=one")).status).toBe(400);
});
