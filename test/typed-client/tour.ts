import createClient from "openapi-fetch";
// The test that runs this file creates api.ts from docs/openapi.json.
import type { components, paths } from "./api.ts";

/** Calls the API with a generated client. Exits with 1 if a request fails. */
const [, , origin = "", token = ""] = process.argv;
const client = createClient<paths>({
  baseUrl: `${origin}/api/v1`,
  headers: { Authorization: `Bearer ${token}` },
});

type Annotation = components["schemas"]["Annotation"];

const me = got(await client.GET("/users/me"));
const species = got(
  await client.POST("/species", {
    body: { common_name: `Fox of ${me.id}`, scientific_name: `Vulpes ${crypto.randomUUID()}` },
  }),
);
const source = got(
  await client.POST("/capturesources", {
    body: { name: "Waterhole", location: "-19.01,23.57", camera_hardware: "Pi Camera 3" },
    params: { header: { "Idempotency-Key": crypto.randomUUID() } },
  }),
);
const stream = got(
  await client.POST("/videostreams", {
    body: {
      stream_url: "https://video.example/waterhole.mp4",
      capturesource: source.id,
      startTime: "2026-03-02T18:00:00+02:00",
      endTime: "2026-03-02T18:10:00+02:00",
    },
  }),
);
const noted = got(
  await client.POST("/annotations", {
    body: {
      videostreamId: stream.id,
      timespan: { start: "00:01:30", end: "00:02:10" },
      observer: me.display_name,
      observation: { species: species.scientific_name, behaviour: "drinking" },
    },
  }),
);
got(
  await client.POST("/annotations", {
    body: {
      videostream_id: stream.id,
      keypoints: [{ box: { x1: 1, y1: 2, x2: 3, y2: 4 }, time: "00:00:05" }],
      identification: species.id,
    },
  }),
);
const voted = got(
  await client.POST("/annotations/{id}/identifications/{species_id}", {
    params: { path: { id: noted.id, species_id: species.id }, query: { shape: "identification" } },
  }),
);
const found = got(
  await client.GET("/annotations", {
    params: {
      query: {
        name: species.common_name,
        videostream: [stream.id],
        species: [species.id, 999_999_999],
        observation: { behaviour: "drinking" },
        shape: "observation",
        limit: 5,
      },
    },
  }),
);
const streams = got(
  await client.GET("/videostreams", {
    params: { query: { "timespan[start]": "2026-03-02T16:05:00Z", capturesource: source.id } },
  }),
);
const [batched] = got(
  await client.POST("/annotations/batch", {
    body: [
      {
        videostreamId: stream.id,
        timespan: { start: "00:03:00", end: "00:03:01" },
        observer: "Detector 6",
        observation: { species: species.common_name },
        method: "machine",
        confidence: 0.93,
        idempotency_key: crypto.randomUUID(),
      },
    ],
  }),
);
const full = got(
  await client.PATCH("/annotations/{id}", {
    params: { path: { id: noted.id }, query: { shape: "full" } },
    body: { observation: { behaviour: "drinking", count: "2" } },
  }),
);
const byTime = got(
  await client.GET("/annotations", {
    params: { query: { capturesource: source.id, "day[from]": "2026-03-02", order: "-start_time" } },
  }),
);
const counts = got(
  await client.GET("/annotations/counts", {
    params: { query: { by: "review", capturesource: source.id, min_confidence: "0.9" } },
  }),
);
const exported = got(
  await client.POST("/exports", {
    body: { format: "csv", filters: { videostream: stream.id }, options: { columns: ["behaviour"] } },
  }),
);
const refused = await client.GET("/annotations/{id}", { params: { path: { id: 999_999_999 } } });

// Requests that the description does not declare must not compile.
type NewSpecies = components["schemas"]["NewSpecies"];
// @ts-expect-error: an unknown field
({ common_name: "x", scientific_name: "y", colour: "red" }) satisfies NewSpecies;
// @ts-expect-error: an unknown role
"owner" satisfies components["schemas"]["Role"];
// @ts-expect-error: an unknown path
void (() => client.GET("/speices"));
// @ts-expect-error: an id that is not a number
void (() => client.GET("/species/{id}", { params: { path: { id: "one" } } }));

console.log(
  JSON.stringify({
    voters: identificationsOf(voted),
    found: found.results.map(observationOf),
    total: found.total,
    streams: streams.results.map(({ id, endTime }) => [id === stream.id, endTime]),
    batched: batched?.status,
    confirmed: "review" in full ? full.review : undefined,
    byTime: byTime.results.length,
    counts: counts.rows,
    exported: exported.counts.rows,
    refused: refused.error?.type,
  }),
);

function identificationsOf(annotation: Annotation): readonly number[] {
  return "identifications" in annotation
    ? annotation.identifications.map(({ identified_by }) => identified_by.length)
    : [];
}

function observationOf(annotation: Annotation): string | undefined {
  return "observation" in annotation ? annotation.observation?.["behaviour"] : undefined;
}

function got<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined)
    throw new Error(`${response.url} answered ${response.status} ${JSON.stringify(error)}`);
  return data;
}
