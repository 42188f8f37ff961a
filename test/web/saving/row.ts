import type { Row } from "../../../web/labels/label.ts";
import type { Person } from "../../../web/saving/entry.ts";

export const ben: Person = { id: 3, display_name: "Ben Okafor", role: "annotator" };

/** A label of Ben whose box is visible for one second. */
export const row: Row = {
  id: 1,
  etag: '"1.1"',
  videostream: { id: 5, stream_url: "s3://videos/a.mp4", width: 640, height: 360 },
  capturesource: { id: 2, name: "Otter bend", time_zone: null },
  start: "00:00:01.000",
  end: "00:00:02.000",
  start_time: "2026-03-01T00:00:01.000Z",
  end_time: "2026-03-01T00:00:02.000Z",
  local_time: "2026-03-01T00:00:01.000Z",
  keypoints: [
    { box: { x1: 10, y1: 10, x2: 50, y2: 40 }, time: "00:00:01.000" },
    { box: { x1: 30, y1: 10, x2: 70, y2: 40 }, time: "00:00:02.000" },
  ],
  bounding_box: null,
  observer: "Ben Okafor",
  observation: null,
  identifications: [],
  method: "human",
  confidence: null,
  machine: null,
  review: "one",
  created: "2026-03-01T00:00:01.000Z",
  created_by: ben,
  changed: "2026-03-01T00:00:01.000Z",
  import: null,
  camtrap_dp: null,
};
