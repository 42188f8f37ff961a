import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { apiClient } from "../../../local/api-client.ts";
import type { DemonstrationStack } from "../../../test/web/support/demonstration-stack.ts";
import { indexFirst, writeCameraVideos } from "../camera-videos.ts";
import { makeLabels } from "./labels.ts";

/** Sends a request to the API and returns the body of the response. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

const Id = z.object({ id: z.int() });

/** The demonstration's curator. */
export const curator = "ana@demo.localhost";

/** Length of the video that is played, in minutes. */
export const videoMinutes = 5;

/** The streams that are measured: the video of a camera with few labels, and with many. */
export type Place = {
  readonly stack: DemonstrationStack;
  readonly ask: Ask;
  readonly usual: number;
  readonly full: number;
};

const usualLabels = { count: 200, spanMs: videoMinutes * 60_000 };
/**
 * Labels that cover an hour. Most of them are after the end of the video, because a video of an hour would take 2 GB.
 */
export const fullLabels = { count: 10_000, spanMs: 3_600_000 };

/** Puts a camera's video and its labels into a stack. */
export async function furnish(
  stack: DemonstrationStack,
  folder: string,
  progress: (what: string) => void,
): Promise<Place> {
  const client = apiClient(stack.origin, await stack.tokenFor(curator));
  const ask: Ask = async (method, to, body) => {
    const answer = await client.call(method, to, { body });
    if (answer.status >= 300) throw new Error(`${method} ${to}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const idOf = async (to: string, body: object) => z.parse(Id, await ask("POST", to, body)).id;
  await writeCameraVideos(folder, videoMinutes, progress, [indexFirst]);
  const stream_url = await stack.putVideo("bench.mp4", readFileSync(path.join(folder, indexFirst.file)));
  const species: number[] = [];
  for (const name of ["Fox", "Boar", "Deer", "Hare", "Lynx", "Wolf", "Bear", "Crane", "Heron", "Otter"]) {
    species.push(await idOf("/species", { common_name: `${name} B`, scientific_name: `Bench ${name}` }));
  }
  const place = { location: "51.2,5.6", camera_hardware: "", time_zone: "Europe/Berlin" };
  const capturesource = await idOf("/capturesources", { name: "Bench", ...place });
  const streamWith = async (day: string, labels: typeof usualLabels) => {
    progress(`making ${labels.count} labels`);
    const stream = { stream_url, capturesource, startTime: `2026-03-${day}T06:00:00Z` };
    const id = await idOf("/videostreams", { ...stream, endTime: `2026-03-${day}T07:00:00Z` });
    await makeLabels(ask, id, labels, species);
    return id;
  };
  return {
    stack,
    ask,
    full: await streamWith("08", fullLabels),
    // The newest stream, which is the first row of the list.
    usual: await streamWith("09", usualLabels),
  };
}
