import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
beforeAll(async () => {
  token = (await api.userWith("readonly")).token;
});

const instant = "`2026-03-01T06:30:00Z`";
const time = `must be a date and time with a time zone, for example ${instant}.`;
const day = "must be a day of the years 1970 to 9999, for example `2026-03-01`.";
const month = "must be a month of the years 1970 to 9999, for example `2026-03`.";
const hour = "must be a whole number from 0 to 24.";
const hours =
  "(24 if left out) must differ from `hour[from]` (0 if left out). Leave both out for the whole day.";
const confidence = "must be a number from 0 to 1 in steps of 0.05, such as `0.8`.";
const above =
  "must be above `min_confidence` (0 if left out). Only confidences below `max_confidence` are found.";
const states = "must be `unreviewed`, `one`, `agreed`, `disputed` or `rejected`.";
const voter = "must be the id of a user, `me` or `!me`.";
const offset =
  "must be a time from the start of the video, `HH:MM:SS` or `HH:MM:SS.mmm`, for example `00:01:30.500`.";
const oneVideo =
  "must be given exactly once with `during[start]` or `during[end]`, which are times in one video.";
const near =
  "must be `<latitude>,<longitude>,<kilometres>` without spaces: a place in decimal degrees (−90 to 90, −180 to 180) and the distance from it (0 to 99999), for example `51.181,5.655,10`.";
const box =
  "must be `<south>,<west>,<north>,<east>` without spaces, the edges of a box in decimal degrees (−90 to 90, −180 to 180), for example `50.9,5.4,51.3,5.9`.";
const orders = "must be `id`, `-id`, `start_time` or `-start_time`.";

/** Queries of annotations, each with the name of the wrong parameter and the message. */
const refusals: readonly (readonly [query: string, parameter: string, right: string])[] = [
  ["time[from]=2026-03-01", "time[from]", time],
  [
    "time[to]=2026-03-01T00:00:00+01:00",
    "time[to]",
    `must be a date and time with a time zone (in a URL, write \`+\` as \`%2B\`), for example ${instant}.`,
  ],
  [
    "time[from]=2026-03-02T00:00:00Z&time[to]=2026-03-02T01:00:00%2B01:00",
    "time[to]",
    "must be after `time[from]`.",
  ],
  ["day[from]=2026-02-30", "day[from]", day],
  ["day[to]=31.3.2026", "day[to]", day.replace("-01`", "-31`")],
  [
    "day[from]=2026-03-02&day[to]=2026-03-01",
    "day[to]",
    "must not be before `day[from]`. Both days are included.",
  ],
  ["month=March", "month", month],
  ["month=2026-13", "month", month],
  ["month=1969-12", "month", month],
  ["month=2026-03&month=2026-04", "month", "must be given only once."],
  ["hour[from]=25", "hour[from]", hour],
  ["hour[to]=20:00", "hour[to]", hour],
  ["hour[from]=4&hour[to]=4", "hour[to]", hours],
  ["hour[from]=24", "hour[to]", hours],
  ["hour[to]=0", "hour[to]", hours],
  ["method=robot", "method", "must be `human` or `machine`, for example `machine`."],
  ["min_confidence=80", "min_confidence", confidence],
  ["max_confidence=0.83", "max_confidence", confidence],
  ["min_confidence=1", "min_confidence", "must be at most 0.95, which finds confidences from 0.95 to 1."],
  ["max_confidence=0", "max_confidence", above],
  ["min_confidence=0.8&max_confidence=0.8", "max_confidence", above],
  ["review=open", "review", states],
  ["review=one&review=", "review", states],
  ["votedby=ben", "votedby", voter],
  ["votedby=0", "votedby", voter],
  ["during[start]=00:10:00", "videostream", oneVideo],
  ["during[end]=00:10:00&videostream=1&videostream=2", "videostream", oneVideo],
  ["during[start]=10&videostream=1", "during[start]", offset],
  [
    "during[start]=00:20:00&during[end]=00:10:00&videostream=1",
    "during[end]",
    "must not be before `during[start]`.",
  ],
  ["near=51.181,5.655", "near", near],
  ["near=95,5,5", "near", near],
  ["bbox=1,2,3", "bbox", box],
  [
    "bbox=52,5,51,6",
    "bbox",
    "must not have its south above its north: `<south>,<west>,<north>,<east>`, for example `50.9,5.4,51.3,5.9`.",
  ],
  ["species=fox", "species", "must be a whole number, 1 or more, for example `42`."],
  ["taxon=", "taxon", "must be text of at least 1 character, for example `Carnivora`."],
];

describe.each(["/annotations?", "/annotations/counts?by=species&"])("GET %s", (path) => {
  test.each(refusals)("with %s returns 400: `%s` %s", async (query, parameter, right) => {
    await expectRefused(`${path}${query}`, parameter, right);
  });
});

test.each([
  ["/annotations?order=newest", "order", orders],
  [
    "/annotations?order=-start_time&offset=10001",
    "offset",
    "must be at most 10,000 when a list is sorted by time. Narrow the list, for example with `day[from]` or `time[from]`.",
  ],
  ["/annotations?hour=5", "hour", expect.stringMatching(/^is not a known parameter\. Known parameters: /)],
  [
    "/annotations/counts?by=species,species",
    "by",
    "must be one or two of `species`, `capturesource`, `videostream`, `day`, `month`, `hour`, `review`, `observer`, different and separated by a comma, for example `species,hour`.",
  ],
  [
    "/videostreams/effort?by=hour",
    "by",
    "must be `capturesource`, `day`, `month`, `capturesource,day`, `day,capturesource`, `capturesource,month` or `month,capturesource`.",
  ],
  ["/videostreams/effort?by=day&day[from]=2026-3-1", "day[from]", day],
  [
    "/videostreams/effort?by=day&day[from]=2026-03-02&day[to]=2026-03-01",
    "day[to]",
    "must not be before `day[from]`. Both days are included.",
  ],
  ["/videostreams?order=newest", "order", "must be `startTime` or `-startTime`."],
])("GET %s returns 400: `%s` %s", expectRefused);

test("GET /annotations names all wrong parameters in its response, not only the first", async () => {
  const { body } = await api.call("GET", "/annotations?month=March&review=open&hour[from]=25", { token });
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    "/query/hour[from]",
    "/query/month",
    "/query/review",
  ]);
});

async function expectRefused(path: string, parameter: string, right: unknown): Promise<void> {
  const { status, body } = await api.call("GET", path, { token });
  expect(status).toBe(400);
  const [{ pointer, detail }, ...others] = body.errors;
  expect([pointer, others]).toEqual([`/query/${parameter}`, []]);
  expect(detail.startsWith(`\`${parameter}\` `)).toBe(true);
  expect(detail.slice(parameter.length + 3)).toEqual(right);
}
