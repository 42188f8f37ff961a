import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Api } from "../api/api.ts";
import { bruteForce, type Find, type Label, type World } from "../find/brute-force.ts";
import { queryOf, randomFind } from "../find/random-find.ts";
import { below, oneOf, type Random } from "../seeded-random.ts";

/** Filters that find records of version 0.1.0 only when `reindex` is done. */
const waiting =
  /^(time|day|hour)\[|^(month|near|bbox|method|min_confidence|max_confidence|observer|review|votedby)$/;

function needsReindex(name: string, value: Find[string]): boolean {
  return waiting.test(name) || (name === "order" && String(value).endsWith("start_time"));
}

/** What a client did: answers of lists, lists that were refused, and changes. */
type Done = { lists: number; refused: number; changes: number };

/**
 * One of several people who use the service. Nobody else changes the labels of these streams, so that this client knows
 * what each list must return.
 */
export function clientDuringUpgrade(api: Api, token: string, world: World, random: Random) {
  const labels: Label[] = [...world.labels];
  const streams: readonly number[] = [...new Set(labels.map((label) => label.videostream.id))];
  const done: Done = { lists: 0, refused: 0, changes: 0 };

  async function send(method: string, path: string, body?: unknown) {
    const answer = await api.call(method, path, { token, body });
    const isRight = answer.status < 300 || answer;
    expect([method, path, body, isRight]).toEqual([method, path, body, true]);
    done.changes += 1;
    return answer.body;
  }

  async function list(): Promise<void> {
    const here = { ...world, labels };
    const all = Object.entries(randomFind(here, random));
    // Half of the lists need no filter of this release.
    const filters = random() < 0.5 ? all : all.filter(([name, value]) => !needsReindex(name, value));
    const find: Find = { ...Object.fromEntries(filters), videostream: some(streams).map(String) };
    const query = queryOf({ ...find, limit: "100" });
    const { status, body } = await api.call("GET", `/annotations?${query}`, { token });
    if (status === 503) {
      const isWaiting = Object.entries(find).some(([name, value]) => needsReindex(name, value));
      expect([query, isWaiting, body.detail]).toEqual([
        query,
        true,
        expect.stringMatching(/not work yet: an operator must run `npm run reindex` after the upgrade\.$/),
      ]);
      done.refused += 1;
      return;
    }
    const expected = bruteForce(here, find).map(({ id }) => id);
    const ids = status === 200 ? body.results.map(({ id }: Label) => id) : body;
    expect([query, ids, body.total]).toEqual([query, expected.slice(0, 100), expected.length]);
    done.lists += 1;
  }

  /** Half of the streams, or all of them. */
  const some = (all: readonly number[]) =>
    random() < 0.5 ? all : all.filter((id) => id === all[0] || random() < 0.5);

  const keep = (label: Label) => {
    const index = labels.findIndex(({ id }) => id === label.id);
    labels.splice(index < 0 ? labels.length : index, 1, label);
  };

  async function create(): Promise<void> {
    const [start, videostreamId] = [below(random, 10_000), oneOf(random, streams)];
    const body = {
      videostreamId,
      timespan: { start: offset(start), end: offset(start + 500) },
      observer: oneOf(random, ["Ann", "Ben Okafor", "detector 1"]),
      observation: { behaviour: "foraging", species: oneOf(random, world.species).scientific_name },
      ...(random() < 0.3 ? { method: "machine", confidence: 0.85 } : {}),
    };
    keep(await send("POST", "/annotations?shape=full", body));
  }

  async function vote(label: Label): Promise<void> {
    const species = oneOf(random, world.species).id;
    const given = label.identifications.find((each: Label) =>
      each.identified_by.some(({ id }: Label) => id === world.me),
    );
    const path = `/annotations/${label.id}/identifications/${given?.species.id ?? species}?shape=full`;
    const body = given ? await send("DELETE", path) : await send("POST", path);
    const after = body.identifications.find(
      (each: Label) => each.species.id === (given?.species.id ?? species),
    );
    const voters = (after?.identified_by ?? []).map(({ id }: Label) => id);
    expect([path, voters.includes(world.me)]).toEqual([path, given === undefined]);
    keep(body);
  }

  async function patch(label: Label): Promise<void> {
    const start = below(random, 10_000);
    const timespan = { timespan: { start: offset(start), end: offset(start + 500) } };
    const observation = { observation: { behaviour: oneOf(random, ["resting", "scent marking"]) } };
    const body = label.keypoints.length === 0 && random() < 0.5 ? timespan : observation;
    keep(await send("PATCH", `/annotations/${label.id}?shape=full`, body));
  }

  async function remove(label: Label): Promise<void> {
    await send("DELETE", `/annotations/${label.id}`);
    labels.splice(labels.indexOf(label), 1);
  }

  return {
    done,
    /** Sends random requests, one after the other, until it is told to stop. */
    async run(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        // A person pauses, and the migration gets some of the processor.
        await sleep(50);
        const draw = random();
        const label = oneOf(random, labels.filter(hasRoom));
        if (draw < 0.5) await list();
        else if (draw < 0.65 || labels.length < 4) await create();
        else if (draw < 0.85) await vote(label);
        else if (draw < 0.95) await patch(label);
        else await remove(label);
      }
    },
  };
}

/** Whether more people can vote on it: version 0.1.0 allowed more than this release. */
function hasRoom({ identifications }: Label): boolean {
  return identifications.flatMap((each: Label) => each.identified_by).length < 20;
}

function offset(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
