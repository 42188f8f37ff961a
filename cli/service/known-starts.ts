import type { Api } from "../../client/api.ts";
import type { PlannedFile } from "../scan/plan.ts";
import { dataOf } from "./answer.ts";

const pageRows = 100;

/**
 * The files that seem to be in the service already, because their camera has as many streams with the same start. This
 * guess is cheap. Only the SHA-256 shows that the bytes are the same, and the whole file must be read for it.
 */
export async function filesThere(api: Api, files: readonly PlannedFile[]): Promise<ReadonlySet<PlannedFile>> {
  const streams = new Map<string, number>();
  for (const camera of new Set(files.map((file) => file.camera.id))) {
    const starts = files.flatMap((file) => (file.camera.id === camera ? file.start.ms : []));
    for (const start of await startsOf(api, camera, starts)) {
      const key = `${camera} ${start}`;
      streams.set(key, (streams.get(key) ?? 0) + 1);
    }
  }
  const there = files.filter(({ camera, start }) => {
    const key = `${camera.id} ${start.ms}`;
    const left = streams.get(key) ?? 0;
    streams.set(key, left - 1);
    return left > 0;
  });
  return new Set(there);
}

/** Starts of a camera's streams, in milliseconds since 1970, between the first and the last of the given starts. */
async function startsOf(
  api: Api,
  capturesource: number,
  starts: readonly number[],
): Promise<readonly number[]> {
  const [first = 0, last = 0] = [Math.min, Math.max].map((pick) => starts.reduce((a, b) => pick(a, b)));
  const timespan = {
    "timespan[start]": new Date(first).toISOString(),
    "timespan[end]": new Date(last).toISOString(),
  };
  const found: number[] = [];
  for (;;) {
    const query = { capturesource, limit: pageRows, offset: found.length, ...timespan };
    const { results, total } = dataOf(await api.GET("/videostreams", { params: { query } }));
    found.push(...results.map(({ startTime }) => Date.parse(startTime)));
    if (results.length === 0 || found.length >= total) return found;
  }
}
