import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { statusText } from "../../examples/camera-site/status.mjs";
import { forSeeds, soak } from "../properties/seeds.ts";
import { type Api, admin } from "../support/api/api.ts";
import { faults, startFaultyLink } from "../support/faulty-link.ts";
import { below, type Random, seededRandom } from "../support/seeded-random.ts";
import type { SiteOrders } from "../support/site-in-child.ts";
import { compare, recordedOf, storedIn } from "../support/site-outcome.ts";
import { actsOf, siteWeek } from "../support/site-week.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

/** What a clean-up that did all it could answers. */
const CleanUpResult = z.object({
  ok: z.literal(true),
  payload: z.object({ counts: z.object({ endedStreams: z.int() }) }),
});

const sites = 20;
const dayMs = 24 * 3_600_000;
/** A week goes by in so many milliseconds: an hour in about 0.1 s. */
const weekTakesMs = 18_000;
const speed = (7 * dayMs) / weekTakesMs;
/** Of real time. A link that is down is so for longer. */
const silenceMs = 1200;
const outageMs = { least: 1500, most: 4000 };
/** Of the streams' own time: most are longer. */
const maxOpenMs = 3_600_000;
const cleanUpEveryMs = 1500;
/** Then the links are as bad as before, but no longer down; the machine may be busy with other things. */
const maxRestMs = 240_000;

/** It takes less than a minute on a machine with two cores that has nothing else to do. */
const timeout = soak.timeout + maxRestMs;

test("twenty sites on bad links for a week: nothing is lost, doubled or left running", {
  timeout,
}, async () => {
  await forSeeds(simulate, [Date.now() % 2 ** 31]);
});

async function simulate(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const stack = await startOwnStack({
    LiveSilenceMinutes: String(silenceMs / 60_000),
    LiveMaxHours: String(maxOpenMs / 3_600_000),
  });
  const folder = mkdtempSync(path.join(tmpdir(), "sites-"));
  const realMs = Date.now() + 500;
  const links = Array.from({ length: sites }, () => outagesOf(random));
  const link = await startFaultyLink({
    target: stack.api.origin,
    seed,
    rate: 0.3,
    isDown: (site) => links[Number(site)]?.() ?? false,
  });
  const over = new AbortController();
  try {
    const adminToken = await stack.api.tokenFor(admin);
    const token = (await stack.api.call("GET", "/users/me", { token: adminToken })) && adminToken;
    const fromMs = Date.now() - 8 * dayMs;
    const weeks = Array.from({ length: sites }, (_, site) => siteWeek(random, site, fromMs));
    const orders = await Promise.all(
      weeks.map(async (streams, site): Promise<SiteOrders> => {
        const root = path.join(folder, String(site));
        mkdirSync(root);
        return {
          ...(await newSite(stack.api, token, site)),
          root,
          api: `${link.origin}/${site}/api/v1`,
          acts: actsOf(streams, site % 2 === 0),
          week: { fromMs, realMs, speed },
        };
      }),
    );
    const cleaning = cleanUp(async () => {
      const [fired] = await stack.fireSchedules();
      return z.parse(CleanUpResult, fired).payload.counts.endedStreams;
    }, over.signal);
    const kills = await Promise.all(
      orders.map((each, site) => runSite(each, seededRandom(seed + site), realMs, over.signal)),
    );
    await link.settled();
    over.abort();
    const ended = await cleaning;

    const expected = weeks.flatMap((streams, site) =>
      streams.flatMap((stream) => recordedOf(stream, orders[site]?.source)),
    );
    const found = await storedIn(stack.api, token);
    const { lost, doubled, strange } = compare(expected, found);
    const killed = kills.reduce((sum, each) => sum + each, 0);
    console.log(
      `${sites} sites, ${expected.length} events, ${killed} kills, ${ended} provisional ends, seed ${seed}\n` +
        `${faults.map((fault) => `${fault} ${link.injected[fault]}`).join(", ")}\n` +
        `lost ${lost.length}, doubled ${doubled.length}, other than recorded ${strange.length}`,
    );
    expect({ lost, doubled, strange }).toEqual({ lost: [], doubled: [], strange: [] });
    const setAside = orders.flatMap(({ root }) => readdirSync(path.join(root, "rejected")));
    expect(setAside).toEqual([]);
    expect(faults.filter((fault) => link.injected[fault] === 0)).toEqual([]);
    expect(Math.min(killed, ended)).toBeGreaterThan(0);
  } finally {
    over.abort();
    await link.close();
    await stack.close();
    rmSync(folder, { recursive: true, maxRetries: 10 });
  }
}

async function newSite(api: Api, token: string, site: number): Promise<{ source: number; key: string }> {
  const body = { name: `site ${site}`, location: `${site},${site}`, camera_hardware: "simulated" };
  const source = (await api.call("POST", "/capturesources", { token, body })).body.id;
  const { key } = (await api.call("POST", `/capturesources/${source}/keys`, { token, body: {} })).body;
  return { source, key };
}

/** Runs a site's computer until all is sent; kills it now and then while the week lasts. */
async function runSite(
  orders: SiteOrders,
  random: Random,
  realMs: number,
  over: AbortSignal,
): Promise<number> {
  const file = path.join(orders.root, "orders.json");
  writeFileSync(file, JSON.stringify(orders));
  const program = path.join(import.meta.dirname, "../support/site-in-child.ts");
  for (let kills = 0; ; kills += 1) {
    const child = spawn(process.execPath, [program, file], { stdio: ["pipe", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const leftMs = realMs + weekTakesMs - Date.now();
    const lifeMs = leftMs > 0 ? 2000 + below(random, weekTakesMs) : maxRestMs;
    const kill = () => child.kill("SIGKILL");
    const timer = setTimeout(kill, lifeMs);
    over.addEventListener("abort", kill);
    const [code, signal] = await once(child, "close");
    clearTimeout(timer);
    over.removeEventListener("abort", kill);
    if (code === 0) return kills;
    if (signal !== "SIGKILL" || lifeMs === maxRestMs || over.aborted)
      throw new Error(`A site did not come to its end: ${said}${statusText(orders.root).text}`);
  }
}

/** A link that goes down twice, at some request, and for so long that the clean-up notices. */
function outagesOf(random: Random): () => boolean {
  const first = 2 + below(random, 10);
  const outages = [first, first + 5 + below(random, 15)].map((request) => {
    const lengthMs = outageMs.least + below(random, outageMs.most - outageMs.least);
    return { request, lengthMs, untilMs: undefined as number | undefined };
  });
  let requests = 0;
  return () => {
    requests += 1;
    const outage = outages.findLast(({ request }) => request <= requests);
    if (outage === undefined) return false;
    outage.untilMs ??= Date.now() + outage.lengthMs;
    return Date.now() < outage.untilMs;
  };
}

/** Ends what is silent, again and again; answers how many streams. */
async function cleanUp(endSilent: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let ended = 0;
  while (!signal.aborted) {
    ended += await endSilent();
    await sleep(cleanUpEveryMs, undefined, { signal }).catch(() => {});
  }
  return ended;
}
