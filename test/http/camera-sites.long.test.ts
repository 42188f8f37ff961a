import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { siteStatus } from "../../camera-site/commands/status.mjs";
import { forSeeds, soak } from "../properties/seeds.ts";
import { type Api, admin } from "../support/api/api.ts";
import { faults, startFaultyLink } from "../support/faulty-link.ts";
import { below, type Random, seededRandom } from "../support/seeded-random.ts";
import type { SiteConfig } from "../support/site-in-child.ts";
import { compare, recordedOf, storedIn } from "../support/site-outcome.ts";
import { actionsOf, siteWeek } from "../support/site-week.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

/** Result of a successful clean-up job. */
const CleanUpResult = z.object({
  ok: z.literal(true),
  payload: z.object({ counts: z.object({ endedStreams: z.int() }) }),
});

const sites = 12;
const dayMs = 24 * 3_600_000;
/** Real duration of the simulated week: an hour takes about 0.1 s. */
const realWeekMs = 18_000;
const speed = (7 * dayMs) / realWeekMs;
/** Real time without a heartbeat after which the clean-up ends a stream. Outages last longer. */
const silenceMs = 1200;
const outageMs = { min: 1500, max: 4000 };
/** Simulated time after which the clean-up ends a stream without heartbeats. Most streams last longer. */
const maxOpenMs = 3_600_000;
const cleanUpEveryMs = 1500;
/** Maximum time to send the remaining events after the week, over links that are bad but no longer down. */
const maxRestMs = 240_000;

/** The test takes less than a minute on an idle machine with two cores. */
const timeout = soak.timeout + maxRestMs;

test("twelve sites on bad links for a week lose no event, store none twice and leave no stream open", {
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
  const stop = new AbortController();
  try {
    const adminToken = await stack.api.tokenFor(admin);
    const token = (await stack.api.call("GET", "/users/me", { token: adminToken })) && adminToken;
    const fromMs = Date.now() - 8 * dayMs;
    const weeks = Array.from({ length: sites }, (_, site) => siteWeek(random, site, fromMs));
    const configs = await Promise.all(
      weeks.map(async (streams, site): Promise<SiteConfig> => {
        const root = path.join(folder, String(site));
        mkdirSync(root);
        return {
          ...(await newSite(stack.api, token, site)),
          root,
          api: `${link.origin}/${site}/api/v1`,
          actions: actionsOf(streams, site % 2 === 0),
          week: { fromMs, realMs, speed },
        };
      }),
    );
    const cleaning = runCleanUps(async () => {
      const [fired] = await stack.fireCleanUp();
      return z.parse(CleanUpResult, fired).payload.counts.endedStreams;
    }, stop.signal);
    const kills = await Promise.all(
      configs.map((each, site) => runSite(each, seededRandom(seed + site), realMs, stop.signal)),
    );
    await link.drained();
    stop.abort();
    const ended = await cleaning;

    const expected = weeks.flatMap((streams, site) =>
      streams.flatMap((stream) => recordedOf(stream, configs[site]?.source)),
    );
    const found = await storedIn(stack.api, token);
    const { lost, duplicated, different } = compare(expected, found);
    const killed = kills.reduce((sum, each) => sum + each, 0);
    console.log(
      `${sites} sites, ${expected.length} events, ${killed} kills, ${ended} provisional ends, seed ${seed}\n` +
        `${faults.map((fault) => `${fault} ${link.injected[fault]}`).join(", ")}\n` +
        `lost ${lost.length}, duplicated ${duplicated.length}, different ${different.length}`,
    );
    expect({ lost, duplicated, different }).toEqual({ lost: [], duplicated: [], different: [] });
    const setAside = configs.flatMap(({ root }) => readdirSync(path.join(root, "rejected")));
    expect(setAside).toEqual([]);
    expect(faults.filter((fault) => link.injected[fault] === 0)).toEqual([]);
    expect(Math.min(killed, ended)).toBeGreaterThan(0);
  } finally {
    stop.abort();
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

/** Runs a site's computer until everything is sent, and kills it at random times during the week. Returns the number of kills. */
async function runSite(
  config: SiteConfig,
  random: Random,
  realMs: number,
  stop: AbortSignal,
): Promise<number> {
  const file = path.join(config.root, "config.json");
  writeFileSync(file, JSON.stringify(config));
  const program = path.join(import.meta.dirname, "../support/site-in-child.ts");
  for (let kills = 0; ; kills += 1) {
    const child = spawn(process.execPath, [program, file], { stdio: ["pipe", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const leftMs = realMs + realWeekMs - Date.now();
    const lifeMs = leftMs > 0 ? 2000 + below(random, realWeekMs) : maxRestMs;
    const kill = () => child.kill("SIGKILL");
    const timer = setTimeout(kill, lifeMs);
    stop.addEventListener("abort", kill);
    const [code, signal] = await once(child, "close");
    clearTimeout(timer);
    stop.removeEventListener("abort", kill);
    if (code === 0) return kills;
    if (signal !== "SIGKILL" || lifeMs === maxRestMs || stop.aborted)
      throw new Error(`A site did not finish: ${errors}${siteStatus(config.root).text}`);
  }
}

/** Returns `isDown` of a link with two outages, each long enough for the clean-up to end live streams. */
function outagesOf(random: Random): () => boolean {
  const first = 2 + below(random, 10);
  const outages = [first, first + 5 + below(random, 15)].map((request) => {
    const lengthMs = outageMs.min + below(random, outageMs.max - outageMs.min);
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

/** Runs the clean-up job until the signal aborts. Returns the number of streams that it ended. */
async function runCleanUps(runOnce: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let ended = 0;
  while (!signal.aborted) {
    ended += await runOnce();
    await sleep(cleanUpEveryMs, undefined, { signal }).catch(() => {});
  }
  return ended;
}
