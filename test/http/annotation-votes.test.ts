import { describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const {
  api,
  admin,
  annotator,
  species,
  newSpecies,
  identificationBody,
  create,
  get,
  remove,
  vote,
  unvote,
  me,
} = await annotationRequests();

describe("votes", () => {
  test("are counted once per user, and listed with their voter until the voter removes them", async () => {
    const { id } = (await create(identificationBody({ identification: undefined }))).body;
    expect((await vote(id, species.id)).status).toBe(201);
    expect((await vote(id, species.id)).body.identifications[0].identified_by).toEqual([await me(annotator)]);
    const second = await vote(id, species.id, admin);
    expect(second.body.identifications[0].identified_by).toEqual([await me(annotator), await me(admin)]);
    expect((await unvote(id, species.id)).body.identifications[0].identified_by).toEqual([await me(admin)]);
    expect((await unvote(id, species.id)).status).toBe(201);
    expect((await unvote(id, species.id, admin)).body.identifications).toEqual([]);
  });

  test("of other users can be removed only by a curator, and only all together", async () => {
    const { id } = (await create(identificationBody())).body;
    await vote(id, species.id, admin);
    expect((await unvote(id, species.id, annotator, "?all=true")).status).toBe(403);
    const curator = await api.userWith("curator");
    expect((await unvote(id, species.id, curator)).body.identifications[0].identified_by.length).toBe(2);
    expect((await unvote(id, species.id, curator, "?all=true")).body.identifications).toEqual([]);
  });

  test("stay removed when the request that added them is sent again with the same key", async () => {
    const { id } = (await create(identificationBody({ identification: undefined }))).body;
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const send = (speciesId: number) =>
      api.call("POST", `/annotations/${id}/identifications/${speciesId}`, {
        token: annotator.token,
        headers,
      });
    expect((await send(species.id)).headers.get("idempotent-replayed")).toBeNull();
    await unvote(id, species.id);
    const again = await send(species.id);
    expect(again).toMatchObject({ status: 201, body: { identifications: [] } });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await send((await newSpecies()).id)).status).toBe(422);
  });

  test("can be removed with the current ETag in If-Match, but with no other ETag", async () => {
    const { id } = (await create(identificationBody())).body;
    const takeBack = (tag: string) =>
      api.call("DELETE", `/annotations/${id}/identifications/${species.id}`, {
        token: annotator.token,
        headers: { "If-Match": tag },
      });
    const seen = (await get(id, "observation")).headers.get("etag") ?? "";
    expect((await takeBack('"another"')).status).toBe(412);
    expect((await get(id)).body.identifications.length).toBe(1);
    expect((await takeBack(seen)).body.identifications).toEqual([]);
    expect((await takeBack(seen)).status).toBe(412);
  });

  test("return 404 for an unknown annotation or species", async () => {
    const { id } = (await create(identificationBody())).body;
    expect((await vote(id, 999_999_999)).status).toBe(404);
    expect((await vote(999_999_999, species.id)).status).toBe(404);
    expect((await unvote(999_999_999, species.id)).status).toBe(404);
  });

  test("of ten users are all kept after fifty concurrent calls", async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => api.userWith("annotator")));
    const { id } = (await create(identificationBody({ identification: undefined }))).body;
    const others = await Promise.all([newSpecies(), newSpecies()]);
    // Each user votes for two species, for one of them twice, and adds and removes a vote for a third species.
    await Promise.all(
      users.flatMap((user) => [
        vote(id, species.id, user),
        vote(id, others[0].id, user),
        vote(id, others[0].id, user),
        vote(id, others[1].id, user).then(() => unvote(id, others[1].id, user)),
      ]),
    );
    const { identifications } = (await get(id)).body;
    expect(identifications.map((each: { species: { id: number } }) => each.species.id)).toEqual([
      species.id,
      others[0].id,
    ]);
    for (const { identified_by } of identifications) {
      expect(new Set(identified_by.map((voter: { id: number }) => voter.id)).size).toBe(10);
      expect(identified_by.length).toBe(10);
    }
  });

  test("determine the species in the observation shape: the most votes win, or the lowest id if the votes are equal", async () => {
    const [first, second] = [await newSpecies(), await newSpecies()];
    const { id } = (await create(identificationBody({ identification: undefined }))).body;
    await vote(id, second.id);
    await vote(id, first.id);
    expect((await get(id, "observation")).body.observation.species).toBe(first.scientific_name);
    await vote(id, second.id, admin);
    expect((await get(id, "observation")).body.observation.species).toBe(second.scientific_name);
  });

  test("protect their species from deletion, and are kept when their user is deleted", async () => {
    const own = await newSpecies();
    const user = await api.userWith("annotator");
    const { id } = (await create(identificationBody({ identification: own.id }), user)).body;
    const refused = await api.call("DELETE", `/species/${own.id}`, { token: admin.token });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("1 record") } });
    await api.call("DELETE", `/users/${user.email}`, { token: admin.token });
    const shown = (await get(id)).body;
    expect(shown.created_by.display_name).toBe("deleted user");
    expect(shown.identifications[0].identified_by[0].display_name).toBe("deleted user");
    expect(JSON.stringify(shown)).not.toContain("@");
    await remove(id, admin);
    expect((await api.call("DELETE", `/species/${own.id}`, { token: admin.token })).status).toBe(200);
  });
});
