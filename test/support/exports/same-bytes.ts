import { expect } from "vitest";
import { seededRandom } from "../seeded-random.ts";
import { exportRequests } from "./export-requests.ts";
import { ann } from "./export-world.ts";
import { runKilledWorkers } from "./killed-workers.ts";

type Place = Parameters<typeof runKilledWorkers>[0];

/** Repeats an export while its workers are killed at random calls, and expects the same bytes each time. */
export async function expectSameBytes(
  place: Place,
  body: object,
  more: Parameters<typeof exportRequests>[2] = {},
): Promise<void> {
  let nowMs = Date.now();
  const options = { nowMs: () => nowMs, pieceSize: 6, ...more };
  const requests = exportRequests(place.table, place.s3.client, options);
  const createdMs = nowMs;
  const begin = async () => {
    nowMs = createdMs;
    return (await requests.create(body, ann)).body.id;
  };
  const finished = async (id: number) => {
    for (let call = 0; (await requests.findExport(id))?.status !== "done" && call < 20; call++)
      await requests.run();
    const { files } = (await requests.get(id, ann)).body;
    expect(files.length).toBeGreaterThan(0);
    const bytes = files.map(async ({ url }) => new Uint8Array(await (await fetch(url)).arrayBuffer()));
    return Buffer.concat(await Promise.all(bytes));
  };
  const wanted = await finished(await begin());
  const random = seededRandom(Number(process.env["SEED"] ?? 7));
  for (let crashes = 0; crashes < Number(process.env["EXPORT_KILLS"] ?? 4); ) {
    const id = await begin();
    const run: Parameters<typeof runKilledWorkers>[1] = (table, client) =>
      exportRequests(table, client, options).run();
    await runKilledWorkers(place, run, random, 200, () => {
      crashes += 1;
      // At this time the lease of the killed worker has expired.
      nowMs += 121_000;
    });
    expect(Buffer.compare(await finished(id), wanted)).toBe(0);
  }
}
