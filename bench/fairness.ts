import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { signToken } from "../local/oidc/sign-token.ts";
import { signingKey } from "../local/oidc/signing-key.ts";
import { startedStack } from "../test/support/stack/started-stack.ts";
import { httpSender } from "./support/http-sender.ts";
import { printTable } from "./support/print-table.ts";
import { type Flood, flood, postEvents, type Site } from "./support/site-traffic.ts";

/**
 * `npm run bench:fairness [-- --seconds 60]` shows whether one broken camera site can starve the others. 19 sites each
 * post about one event per second, first alone, then while one more site posts 500 times per second. Exits with 1 when a
 * site loses an event, when more posts of the broken site are accepted than its rate limit allows, when a refused event
 * was stored, or when the p99 of the others, retries included, is more than three times their p99 without the flood.
 * `--per-second 100000` sets a rate limit that has no effect.
 */
const maxRatio = 3;
const others = 19;
const floodPerSecond = 500;
const admin = "bench@example.org";

const Id = z.object({ id: z.int() });
const Key = z.object({ key: z.string() });
const List = z.object({ total: z.int() });

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, "per-second": { type: "string", default: "20" } },
});
const seconds = Number(values.seconds);
/**
 * The posts that the rate allows, plus 5 s of the rate: for the burst of 3 s and for posts that are accepted before
 * functions notice the limit.
 */
const maxAccepted = Number(values["per-second"]) * (seconds + 5);
const dataDir = mkdtempSync(path.join(tmpdir(), "fairness-"));
process.stderr.write("starting a stack …\n");
// The stack runs in its own process group and ends when this program exits.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const stack = await startedStack(dataDir, {
  ADMIN_EMAILS: admin,
  LOG_LEVEL: "ERROR",
  CALLER_REQUESTS_PER_SECOND: values["per-second"],
});
const { send, close } = httpSender(stack.origin);
try {
  const key = signingKey(dataDir);
  const token = await signToken(key, { issuer: stack.issuer, email: admin, lifetimeSeconds: 3600 });
  const call = async (method: string, where: string, body?: unknown): Promise<unknown> => {
    const { status, text } = await send(token, method, where, body);
    if (status !== 200 && status !== 201) throw new Error(`${method} ${where}: ${status} ${text}`);
    return JSON.parse(text);
  };
  await call("GET", "/users/me");
  const sites: Site[] = [];
  for (let i = 0; i <= others; i++) sites.push(await newSite(call, i));
  const [broken, ...good] = sites;
  if (broken === undefined) throw new Error("No site was created");
  /** Number of accepted posts, as seen by each site. */
  const accepted = new Map<Site, number>();
  const count = (site: Site, more: number) => accepted.set(site, (accepted.get(site) ?? 0) + more);

  const phase = async (name: string, forSeconds: number, flooding?: Site) => {
    process.stderr.write(`${name}, ${forSeconds} s …\n`);
    const untilMs = performance.now() + forSeconds * 1000;
    const [seen, ...events] = await Promise.all([
      flooding && flood(send, flooding, floodPerSecond, untilMs),
      ...good.map((site) => postEvents(send, site, untilMs)),
    ]);
    if (flooding && seen) count(flooding, seen.accepted);
    good.forEach((site, i) => void count(site, events[i]?.latenciesMs.length ?? 0));
    const latencies = events.flatMap(({ latenciesMs }) => latenciesMs).toSorted((a, b) => a - b);
    const attempts = events.reduce((sum, each) => sum + each.attempts, 0);
    const lost = events.reduce((sum, each) => sum + each.lost, 0);
    const row = {
      "19 sites": name,
      events: latencies.length,
      lost,
      retries: attempts - latencies.length - lost,
      "p50 ms": at(latencies, 0.5),
      "p99 ms": at(latencies, 0.99),
      "max ms": at(latencies, 1),
    };
    return { row, seen };
  };
  await phase("warm-up", 15);
  const calm = await phase("without the flood", seconds);
  const flooded = await phase("with the flood", seconds, broken);
  const ratio = flooded.row["p99 ms"] / calm.row["p99 ms"];

  console.log(
    `\`npm run bench:fairness -- --seconds ${seconds}\`: about one event per second and site for ${seconds} s. Times begin with the first attempt.\n`,
  );
  printTable([calm.row, flooded.row]);
  console.log(`\nThe site that posts ${floodPerSecond} times per second:\n`);
  printTable(flooded.seen ? [floodRow(flooded.seen)] : []);
  console.log(`\np99 with the flood ÷ without: ${ratio.toFixed(2)} (budget: ${maxRatio}).`);

  const uncertain = flooded.seen?.unavailable ?? 0;
  const faults = [
    ...(ratio > maxRatio ? ["the p99 of the other sites"] : []),
    ...(calm.row.lost + flooded.row.lost > 0 ? ["lost events"] : []),
    ...((flooded.seen?.accepted ?? 0) > maxAccepted ? ["accepted posts of the flood"] : []),
    ...(flooded.seen?.otherwise ? ["responses to the flood other than 200, 429 and 503"] : []),
  ];
  for (const [site, expected] of accepted) {
    const { source } = site;
    const { total } = z.parse(List, await call("GET", `/annotations?limit=1&capturesource=${source}`));
    const max = site === broken ? expected + uncertain : expected;
    if (total < expected || total > max)
      faults.push(`${total} annotations of source ${source}, ${expected} accepted`);
  }
  if (faults.length > 0) {
    console.error(`Budget exceeded: ${faults.join("; ")}`);
    process.exitCode = 1;
  }
} finally {
  close();
  await stack.kill("SIGTERM");
  rmSync(dataDir, { recursive: true });
}

async function newSite(
  call: (method: string, where: string, body?: unknown) => Promise<unknown>,
  i: number,
): Promise<Site> {
  const about = { name: `Site ${i}`, location: `${i},2`, camera_hardware: "" };
  const source = z.parse(Id, await call("POST", "/capturesources", about)).id;
  const { key } = z.parse(Key, await call("POST", `/capturesources/${source}/keys`, {}));
  const live = { stream_url: `https://video.example/${i}`, capturesource: source };
  return { key, source, stream: z.parse(Id, await call("POST", "/videostreams/live", live)).id };
}

function floodRow({ sent, accepted, refused, unavailable, otherwise }: Flood) {
  const perSecond = Math.round((accepted / seconds) * 10) / 10;
  return {
    sent,
    "status 200": accepted,
    "200 per second": perSecond,
    "status 429": refused,
    "status 503": unavailable,
    other: otherwise,
  };
}

/** The quantile of a sorted list. */
function at(sorted: readonly number[], part: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return Math.round(value * 10) / 10;
}
