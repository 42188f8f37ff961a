import { beforeAll, describe, expect, test } from "vitest";
import { admin, openApi } from "../support/api/api.ts";
import { description } from "../support/api/api-description.ts";

const api = openApi();
let token: string;
beforeAll(async () => {
  token = await api.tokenFor(admin);
  await api.call("GET", "/users/me", { token });
});

const get = () => api.call("GET", "/dataset", { token });
const put = (body: object, headers = {}) => api.call("PUT", "/dataset", { token, body, headers });
const [example] = description.components.schemas.NewDataset.examples;

// The service has only one description, so each test depends on the tests before it.
describe("the description of the dataset", { shuffle: false }, () => {
  test("is not found until an admin writes it, and the 404 response says how", async () => {
    const first = await get();
    // Another deployment may have a description, or another test may have written one.
    if (first.status === 200) return;
    expect(first).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/PUT \/api\/v1\/dataset, or on the page under More, Dataset/) },
    });
  });

  test("is returned to every reader as it was sent, with its contributors' e-mail addresses", async () => {
    const sent = { ...example, version: null, keywords: ["foxes"], coordinatePrecision: 0.001 };
    const answer = await put(sent);
    const { version: _, ...stored } = { ...sent, language: "eng", media_public: false };
    expect(answer).toMatchObject({ status: 200, body: { ...stored, id: expect.stringMatching(/-/) } });
    expect(answer.body).not.toHaveProperty("version");
    const reader = await api.userWith("readonly");
    const read = await api.call("GET", "/dataset", { token: reader.token });
    expect(read.body).toEqual(answer.body);
    expect(read.body.contributors[0].email).toBe("ana.duarte@example.org");
  });

  test("can be sent back as it was read, and keeps its id", async () => {
    const { body, headers } = await get();
    const { id, ...rest } = body;
    const etag = headers.get("etag");
    const again = await put({ ...rest, title: "Foxes" }, { "If-Match": etag });
    expect(again).toMatchObject({ status: 200, body: { ...rest, id, title: "Foxes" } });
    // A second request with the same tag would undo the change of the first.
    expect(await put(rest, { "If-Match": etag })).toMatchObject({ status: 412 });
    expect(await put(again.body, { "If-Match": (await get()).headers.get("etag") })).toMatchObject({
      status: 200,
    });
  });

  test("is refused with an error for each invalid field", async () => {
    const [data] = example.licenses;
    const refused = await put({
      ...example,
      name: "Foxes of the ridge",
      contributors: [{ title: "Ana", role: "boss" }],
      licenses: [data, data],
      project: { ...example.project, samplingDesign: "random" },
      media: true,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual(
      [
        ["/body/name", /`name` must be a name of lower-case letters/],
        ["/body/contributors/0/role", /must be one of contact, principalInvestigator/],
        ["/body/licenses", /must have a license with `"scope": "data"` and one with `"scope": "media"`/],
        ["/body/project/samplingDesign", /must be one of simpleRandom/],
        ["/body/media", /is not a known field/],
      ].map(([pointer, detail]) => ({ pointer, detail: expect.stringMatching(detail as RegExp) })),
    );
  });

  test("equals the body of one of many concurrent requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => put({ ...example, version: String(i) })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.map(({ body }) => body)).toContainEqual((await get()).body);
  });
});
