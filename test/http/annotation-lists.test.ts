import { describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const {
  api,
  admin,
  annotator,
  newSource,
  newStream,
  newSpecies,
  list,
  identificationBody,
  observationBody,
  create,
  me,
  ids,
} = await annotationRequests();

describe("the list of annotations", () => {
  test("filters by stream, source, location, observer, species name and observation, and by several of them at once", async () => {
    const place = `${(Date.now() % 90_000) / 1000},17.5`;
    const [own, other] = [await newSource(place), await newSource(`${place}0`)];
    const [streamA, streamB] = [await newStream(own), await newStream(other)];
    const kind = await newSpecies();
    const observer = `${crypto.randomUUID()}@example.org`;
    const a = (await create({ ...identificationBody({ videostream_id: streamA, identification: kind.id }) }))
      .body.id;
    const b = (
      await create(
        observationBody({
          videostreamId: streamA,
          observer,
          observation: { species: kind.common_name, "a=b": "c*" },
        }),
      )
    ).body.id;
    const c = (
      await create(
        observationBody({
          videostreamId: streamB,
          observer,
          observation: { common_name: kind.scientific_name, star: "*" },
        }),
      )
    ).body.id;
    const key = encodeURIComponent("observation[a=b]");
    const table: [string, number[]][] = [
      [`videostream=${streamA}`, [a, b]],
      [`capturesource=${other}`, [c]],
      [`location=${place}`, [a, b, c]],
      [`observer=${observer}`, [b, c]],
      [`observer=${encodeURIComponent(annotator.email)}&videostream=${streamA}`, [a]],
      [`observer=${(await me(annotator)).display_name}&videostream=${streamA}`, [a]],
      [`name=${kind.common_name.toUpperCase()}`, [a, b, c]],
      [`name=${kind.scientific_name}&observer=${observer}`, [b, c]],
      [`${key}=*&observer=${observer}`, [b]],
      [`${key}=${encodeURIComponent("c*")}`, [b]],
      [`observation[star]=${encodeURIComponent("\\*")}&observer=${observer}`, [c]],
      [`observation[star]=*&observer=${observer}`, [c]],
      [`observation[star]=${encodeURIComponent("\\\\*")}&observer=${observer}`, []],
      [`location=${place}&name=${kind.common_name}&observation[species]=*`, [b]],
      [`location=0.1234,0.4321`, []],
      [`name=${crypto.randomUUID()}`, []],
    ];
    for (const [query, expected] of table) {
      const { results, total } = await list(query);
      expect([query, results.map(({ id }: { id: number }) => id), total]).toEqual([
        query,
        expected,
        expected.length,
      ]);
    }
    // When the location of a camera is corrected, filters find its annotations there.
    await api.call("PATCH", `/capturesources/${other}`, { token: admin.token, body: { location: "0,0" } });
    expect(await ids(`location=${place}`)).toEqual([a, b]);
    expect(await ids(`location=0,0&observer=${observer}`)).toEqual([c]);
    expect((await list(`observer=${observer}&shape=observation`)).results[0]).toMatchObject({
      observer,
      videostreamId: streamA,
    });
  });

  test.each([
    ["observation=x", "/query/observation"],
    ["observation[]=x", "/query/observation[]"],
    ["observation[a]=1&observation[a]=2", "/query/observation[a]"],
    ["shape=other", "/query/shape"],
    ["species=fox", "/query/species"],
    ["species=1&species=2&species=x", "/query/species"],
    [Array(101).fill("videostream=1").join("&"), "/query/videostream"],
    ["taxon=", "/query/taxon"],
    ["near=51.2,5.7", "/query/near"],
    ["bbox=51.3,5.4,50.9,5.9", "/query/bbox"],
    ["name=", "/query/name"],
    ["__proto__=1", "/query/__proto__"],
    ["limit=5&limit=6", "/query/limit"],
    ["location=here", "/query/location"],
  ])("returns 400 for ?%s and points at the parameter", async (query, pointer) => {
    const answer = await api.call("GET", `/annotations?${query}`, { token: admin.token });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test("returns 413 for a page that is too large after its quotes are escaped, and names a limit that fits", async () => {
    const observer = `${crypto.randomUUID()}@example.org`;
    const pairs = Array.from({ length: 20 }, (_, i) => [`note ${i}`, '"'.repeat(1024)]);
    const item = observationBody({ observer, observation: Object.fromEntries(pairs) });
    // A request has at most 6 MB, and its quotes are escaped too.
    for (let made = 0; made < 100; made += 50) {
      const body = Array.from({ length: 50 }, () => item);
      const answer = await api.call("POST", "/annotations/batch", { token: annotator.token, body });
      expect(answer.body.map(({ status }: { status: number }) => status)).toEqual(Array(50).fill(200));
    }
    const page = (limit: number) =>
      api.call("GET", `/annotations?observer=${observer}&shape=observation&limit=${limit}`, {
        token: admin.token,
      });
    const { status, body } = await page(100);
    expect(status).toBe(413);
    const limit = Number(/limit=(\d+)/.exec(body.detail)?.[1]);
    expect((await page(limit)).body).toMatchObject({ limit, total: 100, results: { length: limit } });
  });
});

describe("order=-id", () => {
  const bodies = async () => {
    const videostream = await newStream();
    const observer = `${crypto.randomUUID()}@example.org`;
    const made: number[] = [];
    for (let i = 0; i < 5; i++)
      made.push((await create(observationBody({ videostreamId: videostream, observer }))).body.id);
    return { videostream, observer, made };
  };

  test("returns the newest annotation first, with any filter, whichever index it uses", async () => {
    const { videostream, observer, made } = await bodies();
    for (const filter of [
      `videostream=${videostream}`,
      `observer=${observer}`,
      `videostream=${videostream}&observer=${observer}`,
      `observer=${observer}&observation[behaviour]=*`,
    ]) {
      expect(await ids(`${filter}&order=-id`), filter).toEqual(made.toReversed());
      expect(await ids(`${filter}&order=id`), filter).toEqual(made);
    }
    expect((await ids("order=-id&limit=5")).toSorted((a, b) => b - a)).toEqual(
      await ids("order=-id&limit=5"),
    );
  });

  test("returns the exact total and links in the same order on every page", async () => {
    const { videostream, made } = await bodies();
    const found: number[] = [];
    let path: string | undefined = `/annotations?videostream=${videostream}&order=-id&limit=2`;
    while (path !== undefined) {
      const page = await api.call("GET", path, { token: admin.token });
      expect(page.body.total).toBe(5);
      found.push(...page.body.results.map(({ id }: { id: number }) => id));
      path = /<[^>]*(\/annotations\?[^>]*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(found).toEqual(made.toReversed());
    expect(await list(`videostream=${videostream}&order=-id&offset=5`)).toMatchObject({
      results: [],
      total: 5,
    });
    expect(await list(`videostream=${videostream}&order=-id&offset=99`)).toMatchObject({
      results: [],
      total: 5,
    });
  });

  test("is named, with the other accepted orders, in the response to an unknown order", async () => {
    const detail = expect.stringContaining("must be `id`, `-id`, `start_time` or `-start_time`");
    expect(await list("order=name")).toMatchObject({ errors: [{ pointer: "/query/order", detail }] });
    expect(await list("order=-id&order=id")).toMatchObject({ errors: [{ pointer: "/query/order" }] });
  });
});

describe("the list of annotations during a part of a video", () => {
  test("returns the annotations that overlap the part, in order of their start or in the requested order", async () => {
    const stream = await newStream();
    const made: number[] = [];
    for (const [start, end] of [
      ["00:12:00", "00:13:00"],
      ["00:01:00", "00:09:59.999"],
      ["00:09:00", "00:10:00"],
      ["00:20:00.001", "00:20:01"],
      ["00:00:00", "00:59:00"],
    ]) {
      const body = observationBody({ videostreamId: stream, timespan: { start, end } });
      made.push((await create(body)).body.id);
    }
    const [inside, before, touching, after, around] = made;
    const found = (query: string) => ids(`videostream=${stream}&${query}`);
    const part = "during[start]=00:10:00&during[end]=00:20:00";
    expect(await found(part)).toEqual([around, touching, inside]);
    expect(await found(`${part}&order=-start_time`)).toEqual([inside, touching, around]);
    expect(await found(`${part}&order=id`)).toEqual([inside, touching, around]);
    expect(await found(`${part}&order=-id`)).toEqual([around, touching, inside]);
    expect(await found("during[start]=00:20:00")).toEqual([around, after]);
    expect(await found("during[end]=00:09:00")).toEqual([around, before, touching]);
    expect(await list(`videostream=${stream}&${part}&limit=1&offset=2`)).toMatchObject({
      results: [{ id: inside }],
      total: 3,
    });
  });
});
