import { expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const { api, admin, annotator, species, newSpecies, identificationBody, create, get, unvote, me } =
  await annotationRequests();

const batch = (body: unknown, headers = {}, caller = annotator) =>
  api.call("POST", "/identifications/batch", { token: caller.token, body, headers });
const newAnnotation = async (): Promise<number> =>
  (await create(identificationBody({ identification: undefined }), admin)).body.id;

test("a batch of votes returns a result for each vote, in order, even if some votes are invalid", async () => {
  const [one, two] = [await newAnnotation(), await newAnnotation()];
  const other = (await newSpecies()).id;
  const votes = [
    { annotation: one, species: species.id },
    { annotation: 999_999_999, species: species.id },
    { annotation: two, species: 999_999_999 },
    { annotation: "fox", species: species.id, extra: 1 },
    "nonsense",
    { annotation: two, species: species.id, idempotency_key: "" },
    { annotation: one, species: other },
    { annotation: two, species: other },
  ];
  const { status, body } = await batch(votes);
  expect(status).toBe(200);
  expect(body.map((result: { status: number }) => result.status)).toEqual([
    201, 404, 404, 400, 400, 400, 201, 201,
  ]);
  expect(body[0]).toEqual({ status: 201, identification: votes[0] });
  expect(body[1].problem.detail).toBe("There is no annotation 999999999.");
  expect(body[2].problem.detail).toBe("There is no species 999999999.");
  const pointers = (i: number) => body[i].problem.errors.map(({ pointer }: { pointer: string }) => pointer);
  expect(pointers(3)).toEqual(["/body/3/annotation", "/body/3/extra"]);
  expect(body[4].problem.detail).toContain(
    "The item must be an object with two ids, `annotation` and `species`.",
  );
  expect(pointers(5)).toEqual(["/body/5/idempotency_key"]);
  const { identifications } = (await get(one)).body;
  expect(identifications.map((each: { species: { id: number } }) => each.species.id)).toEqual([
    species.id,
    other,
  ]);
  expect(identifications[0].identified_by).toEqual([await me(annotator)]);
});

test("a batch of votes that is sent twice with the same Idempotency-Key adds each vote once", async () => {
  const ids = [await newAnnotation(), await newAnnotation()];
  const votes = ids.map((annotation) => ({ annotation, species: species.id }));
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const first = await batch(votes, headers);
  expect(first.body.map((result: { status: number }) => result.status)).toEqual([201, 201]);
  await unvote(ids[0] ?? 0, species.id);
  expect((await batch(votes, headers)).body).toEqual(first.body);
  expect((await get(ids[0] ?? 0)).body.identifications).toEqual([]);
  expect((await batch(votes.toReversed(), headers)).body[0].status).toBe(422);
});

test("a batch removes votes of the caller, in the order of its items, and keeps votes of other users", async () => {
  const [one, two] = [await newAnnotation(), await newAnnotation()];
  const other = (await newSpecies()).id;
  await batch([one, two].map((annotation) => ({ annotation, species: species.id })));
  await batch([{ annotation: one, species: species.id }], {}, admin);
  const { status, body } = await batch([
    { annotation: one, species: species.id, remove: true },
    { annotation: two, species: species.id, remove: true },
    { annotation: two, species: other, remove: true },
    { annotation: two, species: other, remove: false },
    { annotation: 999_999_999, species: other, remove: true },
    { annotation: two, species: 999_999_999, remove: true },
    { annotation: two, species: other, remove: "yes" },
  ]);
  expect(status).toBe(200);
  expect(body.map((result: { status: number }) => result.status)).toEqual([
    201, 201, 201, 201, 404, 201, 400,
  ]);
  expect(body[0]).toEqual({ status: 201, identification: { annotation: one, species: species.id } });
  expect(body[6].problem.errors).toEqual([
    { pointer: "/body/6/remove", detail: "`remove` must be true or false." },
  ]);
  expect((await get(one)).body.identifications).toMatchObject([
    { species: { id: species.id }, identified_by: [await me(admin)] },
  ]);
  expect((await get(two)).body.identifications).toMatchObject([
    { species: { id: other }, identified_by: [await me(annotator)] },
  ]);
});

test("a removal that is sent again with the same key keeps a vote that was added since the first request", async () => {
  const annotation = await newAnnotation();
  const vote = { annotation, species: species.id };
  const removal = { ...vote, remove: true, idempotency_key: crypto.randomUUID() };
  await batch([vote]);
  const first = await batch([removal]);
  expect((await get(annotation)).body.identifications).toEqual([]);
  await batch([vote]);
  expect((await batch([removal])).body).toEqual(first.body);
  expect((await get(annotation)).body.identifications).toHaveLength(1);
  expect((await batch([{ ...removal, remove: false }])).body[0].status).toBe(422);
});

test("a batch of votes is refused if the caller is a reader or if it has 501 items", async () => {
  const votes = [{ annotation: await newAnnotation(), species: species.id }];
  expect((await batch(votes, {}, await api.userWith("readonly"))).status).toBe(403);
  expect((await batch(Array(501).fill(votes[0]))).status).toBe(400);
});
