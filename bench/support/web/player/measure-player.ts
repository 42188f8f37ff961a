import { type Tab, until } from "../../../../test/web/support/browsers/tab.ts";
import { quantile } from "../figure.ts";
import type { PlayerServer } from "./slow-server.ts";
import { descendants, usageSince } from "./usage.ts";

/** One value, or two such as a median and a 95th percentile. */
export type Values = Readonly<Record<string, string>>;

/** How long the parts last. */
export type Lengths = { readonly steps: number; readonly seeks: number; readonly playMs: number };

/** Videos in the folder of the server: 1080p30 with a key packet each 2 s and each 10 s, and one that beeps. */
export const videos = { usual: "usual.mp4", longGroups: "long-groups.mp4", beeps: "beeps.mp4" };

/** Length of the videos that are sought, in milliseconds. */
export const soughtMs = 20_000;

const visits = 5;

/** Measures one player in one browser. @param openTab starts the browser */
export async function measurePlayer(
  openTab: () => Promise<Tab>,
  server: PlayerServer,
  { steps, seeks, playMs }: Lengths,
  byElement: boolean,
): Promise<{ readonly browser: string; readonly values: Values }> {
  const before = descendants();
  const tab = await openTab();
  const values: Record<string, string> = {};
  const usage = () => usageSince(before);
  const begin = async () => {
    await tab.goTo(`${server.origin}/`);
    await until(tab, () => "bench" in globalThis, null);
    // After a key, the browser permits sound.
    await tab.press("x");
  };
  const open = (url: string) => tab.run((what) => bench.open(what), { url, byElement });
  const pair = (took: readonly number[]) =>
    `${rounded(quantile(took, 0.5))} / ${rounded(quantile(took, 0.95))}`;
  const times = Array.from({ length: seeks }, (_, n) => Math.round(((n * 7919) % 997) * (soughtMs / 1000)));
  try {
    await begin();
    const firstMs: number[] = [];
    const bytes: number[] = [];
    for (let visit = 0; visit < visits; visit++) {
      server.sent();
      firstMs.push(await open(`/${videos.usual}?slow=${visit}`));
      bytes.push(server.sent() / 1e6);
    }
    values["first picture at 20 Mbit/s and 50 ms, ms"] = pair(firstMs);
    values["its bytes, MB"] = quantile(bytes, 0.5).toFixed(2);
    // Far from each other, so that each needs new bytes.
    const far = times.map((ms) => (ms * 14) % 290_000);
    values["seek there, ms"] = pair(await tab.run((list) => bench.seeks(list), far));

    for (const [name, video] of [
      ["", videos.usual],
      [", a key each 10 s", videos.longGroups],
    ] as const) {
      await begin();
      await open(`/${video}`);
      values[`seek${name}, ms`] = pair(await tab.run((list) => bench.seeks(list), times));
      await tab.run((ms) => bench.show(ms), 4000);
      values[`step on${name}, ms`] = pair(
        await tab.run((what) => bench.steps(what), { count: steps, by: 1 as const }),
      );
      const back = await tab.run((what) => bench.steps(what), { count: steps, by: -1 as const });
      values[`step back${name}, ms`] = `${pair(back)}, at most ${rounded(Math.max(...back))}`;
    }

    await begin();
    await open(`/${videos.usual}`);
    values["memory of all processes, open, MB"] = rounded(usage().megabytes);
    for (const [rate, fromMs] of [
      [1, 2000],
      [2, 2000],
      [8, 2000],
    ] as const) {
      const [from, startMs] = [usage(), performance.now()];
      const played = await tab.run((what) => bench.play(what), { rate, fromMs, forMs: playMs });
      const seconds = (performance.now() - startMs) / 1000;
      const due = (playMs / 1000) * 30 * rate;
      values[`drawn at ${rate}x, of ${rounded(due)}`] = String(played.frames);
      if (rate === 1) values["processors at 1x"] = ((usage().seconds - from.seconds) / seconds).toFixed(2);
      if (rate === 8) values["speed at 8x"] = (played.playedMs / playMs).toFixed(1);
    }
    values["memory while playing and after, MB"] = rounded(usage().megabytes);
    await tab.run((list) => bench.seeks(list), times);
    await tab.run((what) => bench.steps(what), { count: steps, by: -1 as const });
    values["memory after seeks and steps, MB"] = rounded(usage().megabytes);
    await tab.run(() => bench.close(), null);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    values["memory after closing, MB"] = rounded(usage().megabytes);

    if (!byElement) {
      await begin();
      await open(`/${videos.beeps}`);
      const late = await tab
        .run((what) => bench.lateness(what), { fromMs: 1000, forMs: 8000 })
        .catch(() => []);
      values["picture after sound, ms"] = late.length === 0 ? "no sound" : pair(late);
    }
    return { browser: tab.browser, values };
  } finally {
    await tab.close();
  }
}

function rounded(value: number): string {
  return String(Math.round(value));
}
