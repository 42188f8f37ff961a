import { describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const { api, annotator, identificationBody, create, get, patch, remove } = await annotationRequests();

const changes = async (query: string) =>
  (await api.call("GET", `/changes?limit=1000&${query}`, { token: annotator.token })).body;
const now = async (): Promise<string> => (await changes("")).next;

/** The changes of a record after a cursor. */
async function changesOf(since: string, type: string, id: number, query = "") {
  const all: { type: string; id: number; version: number }[] = [];
  for (let cursor = since; ; ) {
    const page = await changes(`since=${encodeURIComponent(cursor)}&${query}`);
    all.push(...page.changes);
    if (!page.more) return all.filter((change) => change.type === type && change.id === id);
    cursor = page.next;
  }
}

describe("changes", () => {
  test("tell of a creation, a change and a deletion in their order, without content", async () => {
    const since = await now();
    const { id, videostream } = (await create(identificationBody())).body;
    await patch(id, { timespan: { start: "00:00:01", end: "00:00:02" } });
    await remove(id);
    const common = { type: "annotation", id, videostream: videostream.id, at: expect.any(String) };
    expect(await changesOf(since, "annotation", id)).toEqual([
      { ...common, version: 1, change: "created" },
      { ...common, version: 2, change: "updated" },
      { ...common, version: 3, change: "deleted" },
    ]);
    expect(await changesOf(since, "annotation", id, "types=species&types=videostream")).toEqual([]);
    expect(await changesOf(since, "annotation", id, `videostream=${videostream.id}`)).toHaveLength(3);
    expect(await changesOf(since, "annotation", id, "videostream=999999")).toEqual([]);
  });

  test("have the record as GET shows it, at its last change", async () => {
    const since = await now();
    const { id } = (await create(identificationBody())).body;
    await patch(id, { timespan: { start: "00:00:01", end: "00:00:02" } });
    const [created, updated] = await changesOf(since, "annotation", id, "records=true");
    expect(created).not.toHaveProperty("record");
    expect(updated).toHaveProperty("record", (await get(id, "full")).body);
  });

  test("can be read from a time on", async () => {
    const { id } = (await create(identificationBody())).body;
    const before = new Date(Date.now() - 60_000).toISOString();
    expect(await changesOf(before, "annotation", id)).toHaveLength(1);
  });

  test.each(["yesterday", "1.", "1.AAAA", "2.AAAA"])("cannot be read since %s", async (since) => {
    const { status, body } = await api.call("GET", `/changes?since=${since}`, { token: annotator.token });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "/query/since" }]);
  });
});
