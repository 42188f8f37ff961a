import { formatTimestamp } from "../../shared/domain/time/timestamp.ts";
import type { Api } from "./api/api.ts";
import type { SiteStream } from "./site-week.ts";

/** An event in a comparable form: its name, and the JSON of its other fields. */
type Event = { readonly name: string; readonly fields: string };

/** Returns the events that a site recorded for a stream. */
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
    { name: url, fields: JSON.stringify(stream) },
    ...detections.map((each) => ({
      name: `${url} ${name} ${each.key}`,
      fields: JSON.stringify([each.start, each.end, each.species]),
    })),
  ];
}

/** Reads all events that the service has stored. */
export async function storedIn(api: Api, token: string): Promise<Event[]> {
  const streams = await readAll(api, token, "/videostreams?");
  const urls = new Map(streams.map(({ id, stream_url }) => [id, stream_url]));
  const annotations = await readAll(api, token, "/annotations?shape=observation&");
  return [
    ...streams.map(({ stream_url, capturesource, startTime, endTime, ended_by }) => ({
      name: stream_url,
      fields: JSON.stringify({ source: capturesource, start: startTime, end: endTime, by: ended_by }),
    })),
    ...annotations.map(({ videostreamId, timespan, observation }) => ({
      name: `${urls.get(videostreamId)} ${observation.frame}`,
      fields: JSON.stringify([timespan.start, timespan.end, observation.species]),
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

/** Finds events that are lost, stored more than once, or different from the recorded ones. */
export function compare(expected: readonly Event[], found: readonly Event[]) {
  const foundByName = Map.groupBy(found, ({ name }) => name);
  const expectedFields = new Map(expected.map(({ name, fields }) => [name, fields]));
  return {
    lost: expected.filter(({ name }) => !foundByName.has(name)),
    duplicated: [...foundByName]
      .filter(([, each]) => each.length > 1)
      .map(([name, each]) => [name, each.length]),
    different: found
      .filter(({ name, fields }) => expectedFields.get(name) !== fields)
      .map((each) => [each, expectedFields.get(each.name)]),
  };
}
