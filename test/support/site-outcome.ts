import { formatTimestamp } from "../../shared/domain/timestamp.ts";
import type { Api } from "./api/api.ts";
import type { SiteStream } from "./site-week.ts";

/** An event in a form that compares: its name, then all that must be as it was recorded. */
type Event = { readonly name: string; readonly is: string };

/** What a site recorded of a stream. */
export function recordedOf(
  { url, live, startMs, endMs, detections, name }: SiteStream,
  source?: number,
): Event[] {
  const stream = {
    source,
    start: formatTimestamp(startMs),
    end: formatTimestamp(endMs),
    by: live ? "site" : null,
  };
  return [
    { name: url, is: JSON.stringify(stream) },
    ...detections.map((each) => ({
      name: `${url} ${name} ${each.key}`,
      is: JSON.stringify([each.start, each.end, each.species]),
    })),
  ];
}

/** What the service holds. */
export async function storedIn(api: Api, token: string): Promise<Event[]> {
  const streams = await readAll(api, token, "/videostreams?");
  const urls = new Map(streams.map(({ id, stream_url }) => [id, stream_url]));
  const annotations = await readAll(api, token, "/annotations?shape=observation&");
  return [
    ...streams.map(({ stream_url, capturesource, startTime, endTime, ended_by }) => ({
      name: stream_url,
      is: JSON.stringify({ source: capturesource, start: startTime, end: endTime, by: ended_by }),
    })),
    ...annotations.map(({ videostreamId, timespan, observation }) => ({
      name: `${urls.get(videostreamId)} ${observation.frame}`,
      is: JSON.stringify([timespan.start, timespan.end, observation.species]),
    })),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: rows of either list
async function readAll(api: Api, token: string, list: string): Promise<any[]> {
  const rows = [];
  for (let offset = 0; ; offset += 100) {
    const { body } = await api.call("GET", `${list}limit=100&offset=${offset}`, { token });
    rows.push(...body.results);
    if (rows.length >= body.total) return rows;
  }
}

/** What is not there, what is there more than once, and what is not as it was recorded. */
export function compare(expected: readonly Event[], found: readonly Event[]) {
  const times = Map.groupBy(found, ({ name }) => name);
  const wanted = new Map(expected.map(({ name, is }) => [name, is]));
  return {
    lost: expected.filter(({ name }) => !times.has(name)),
    doubled: [...times].filter(([, each]) => each.length > 1).map(([name, each]) => [name, each.length]),
    strange: found
      .filter(({ name, is }) => wanted.get(name) !== is)
      .map((each) => [each, wanted.get(each.name)]),
  };
}
