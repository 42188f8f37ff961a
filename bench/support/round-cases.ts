/** A call of the API. */
export type ApiCall = {
  readonly operationId: string;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
};

/** A call of the API whose calls to the database and their rounds are counted. */
export type RoundCase = ApiCall & {
  /** Maximum number of calls to the database, after the caller's first call in a container. */
  readonly maxCalls: number;
  /** Distinguishes several cases of one operation. */
  readonly variant?: string;
  /** Body of the second call, if it must differ. */
  readonly nextBody?: unknown;
  readonly caller?: "admin" | "site";
  /** Maximum number of rounds. */
  readonly budget?: number;
  /** Maximum number of read capacity units, without those of the page's rows. */
  readonly maxRcu?: number;
};

const otter = { species: "Lutra lutra", behaviour: "swimming" };
const box = { x1: 1, y1: 2, x2: 30, y2: 40 };
const span = { start: "00:00:01", end: "00:00:02" };
const day = { startTime: "2026-03-02T18:00:00Z", endTime: "2026-03-02T19:00:00Z" };

/**
 * One or more calls of every endpoint that reads the table, in an order in which each finds the records that it needs.
 * They begin with an empty table, so ids are known: source, stream, species and annotation 1 are made first, and records
 * to be deleted are made last.
 */
export const roundCases: readonly RoundCase[] = [
  { operationId: "get-me", maxCalls: 2 },
  { operationId: "update-me", maxCalls: 2, body: { display_name: "Ann" }, budget: 5 },
  { operationId: "create-user", maxCalls: 8, body: { email: "ben@example.org", role: "annotator" } },
  { operationId: "get-user", maxCalls: 1, params: { email: "ben@example.org" } },
  { operationId: "list-users", maxCalls: 3 },
  {
    operationId: "update-user",
    maxCalls: 1,
    params: { email: "ben@example.org" },
    body: { role: "curator" },
  },
  {
    operationId: "create-species",
    maxCalls: 6,
    body: { common_name: "Eurasian otter", scientific_name: "Lutra lutra", lineage: ["Carnivora"] },
    nextBody: { common_name: "Giant otter", scientific_name: "Pteronura brasiliensis" },
  },
  { operationId: "get-species", maxCalls: 1, params: { id: "1" }, budget: 2 },
  { operationId: "list-species", maxCalls: 3, query: { name: "lutra lutra" } },
  { operationId: "update-species", maxCalls: 3, params: { id: "1" }, body: { common_name: "Otter" } },
  {
    operationId: "create-capture-source",
    maxCalls: 5,
    body: { name: "Waterhole", location: "-19.01,23.57", camera_hardware: "Pi Camera 3" },
  },
  { operationId: "get-capture-source", maxCalls: 1, params: { id: "1" }, budget: 2 },
  { operationId: "list-capture-sources", maxCalls: 3 },
  {
    operationId: "update-capture-source",
    maxCalls: 3,
    params: { id: "1" },
    body: { name: "Waterhole east" },
  },
  { operationId: "create-site-key", maxCalls: 4, params: { id: "1" } },
  { operationId: "list-site-keys", maxCalls: 3, params: { id: "1" } },
  {
    operationId: "create-video-stream",
    maxCalls: 5,
    body: { stream_url: "https://video.example/a.mp4", capturesource: 1, ...day },
    budget: 4,
  },
  {
    operationId: "create-video-stream",
    maxCalls: 6,
    variant: "site key",
    caller: "site",
    body: { stream_url: "https://video.example/b.mp4", capturesource: 1, ...day },
    budget: 4,
  },
  {
    operationId: "replace-dataset",
    maxCalls: 2,
    body: {
      name: "otters",
      title: "Otters",
      contributors: [{ title: "Ann" }],
      licenses: [
        { scope: "data", name: "CC0-1.0" },
        { scope: "media", name: "CC0-1.0" },
      ],
      project: {
        title: "Otters",
        samplingDesign: "targeted",
        captureMethod: ["timeLapse"],
        individualAnimals: false,
      },
    },
    budget: 3,
  },
  { operationId: "get-dataset", maxCalls: 1, budget: 2 },
  { operationId: "get-video-stream", maxCalls: 1, params: { id: "1" }, budget: 2 },
  {
    operationId: "get-stills",
    maxCalls: 1,
    body: { items: [{ videostream: 9, time: "00:00:01" }] },
    budget: 2,
  },
  { operationId: "play-video-stream", maxCalls: 1, params: { id: "1" }, budget: 2 },
  // A copy that waits already. A new one takes one transaction more, after its video has been read.
  { operationId: "create-copy", maxCalls: 1, params: { id: "1" }, budget: 2 },
  { operationId: "list-video-streams", maxCalls: 9, query: { "timespan[start]": day.startTime } },
  {
    operationId: "list-video-streams",
    maxCalls: 3,
    variant: "of a source",
    query: { capturesource: "1" },
    budget: 3,
    maxRcu: 5,
  },
  {
    operationId: "list-video-streams",
    maxCalls: 4,
    variant: "of six hours",
    query: { "timespan[start]": "2026-03-02T15:00:00Z", "timespan[end]": "2026-03-02T21:00:00Z" },
    budget: 3,
    maxRcu: 4,
  },
  {
    operationId: "list-video-streams",
    maxCalls: 5,
    variant: "newest first",
    query: { order: "-startTime" },
  },
  { operationId: "get-video-stream-effort", maxCalls: 5, query: { by: "capturesource,day" }, budget: 5 },
  {
    operationId: "get-video-stream-effort",
    maxCalls: 3,
    variant: "of a source",
    query: { by: "day", capturesource: "1" },
    budget: 4,
    maxRcu: 5,
  },
  {
    operationId: "update-video-stream",
    maxCalls: 3,
    params: { id: "1" },
    body: { endTime: "2026-03-02T20:00:00Z" },
  },
  {
    operationId: "start-live-stream",
    maxCalls: 5,
    body: { stream_url: "https://video.example/live.mp4", capturesource: 1 },
  },
  { operationId: "keep-stream-alive", maxCalls: 3, params: { id: "5" }, caller: "site" },
  { operationId: "end-live-stream", maxCalls: 2, params: { id: "5" }, caller: "site" },
  {
    operationId: "create-upload",
    maxCalls: 4,
    body: {
      filename: "a.mp4",
      type: "video/mp4",
      bytes: 1,
      capturesource: 1,
      startTime: day.startTime,
      fingerprint: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    },
    budget: 4,
  },
  { operationId: "get-upload", maxCalls: 1, params: { id: "1" }, budget: 2 },
  {
    operationId: "create-annotation",
    maxCalls: 5,
    variant: "identification shape",
    body: { videostream_id: 1, keypoints: [{ box, time: "00:00:01" }], identification: 1 },
    budget: 4,
  },
  {
    operationId: "create-annotation",
    maxCalls: 6,
    variant: "observation shape",
    body: { videostreamId: 1, timespan: span, observer: "ann@example.org", observation: otter },
    budget: 4,
  },
  {
    operationId: "create-annotation",
    maxCalls: 7,
    variant: "observation shape, site key",
    caller: "site",
    body: { videostreamId: 1, timespan: span, observer: "camera 1", observation: otter },
  },
  {
    operationId: "create-annotation-batch",
    maxCalls: 40,
    variant: "20 items",
    body: Array.from({ length: 20 }, () => ({
      videostreamId: 1,
      timespan: span,
      observer: "ann@example.org",
      observation: otter,
    })),
  },
  { operationId: "get-annotation", maxCalls: 2, params: { id: "1" }, budget: 2 },
  { operationId: "list-annotations", maxCalls: 4, budget: 4 },
  {
    operationId: "list-annotations",
    maxCalls: 4,
    variant: "of a stream",
    query: { videostream: "1" },
    budget: 4,
  },
  {
    operationId: "list-annotations",
    maxCalls: 7,
    variant: "of an observer",
    query: { observer: "Ann" },
    budget: 4,
  },
  {
    operationId: "list-annotations",
    maxCalls: 7,
    variant: "of a name",
    query: { name: "Lutra lutra" },
    budget: 4,
  },
  { operationId: "list-annotations", maxCalls: 6, variant: "of species", query: { species: "1" }, budget: 4 },
  {
    operationId: "list-annotations",
    maxCalls: 8,
    variant: "of a taxon",
    query: { taxon: "Carnivora" },
    budget: 5,
  },
  {
    operationId: "list-annotations",
    maxCalls: 6,
    variant: "near a place",
    query: { near: "-19,23.5,10" },
    budget: 4,
  },
  {
    operationId: "list-annotations",
    maxCalls: 5,
    variant: "two filters",
    query: { capturesource: "1", "observation[behaviour]": "swimming" },
    budget: 4,
  },
  { operationId: "count-annotations", maxCalls: 3, query: { by: "species" }, budget: 4 },
  {
    operationId: "count-annotations",
    maxCalls: 4,
    variant: "by observer",
    query: { by: "observer,review" },
    budget: 5,
  },
  { operationId: "list-changes", maxCalls: 2, budget: 3 },
  {
    operationId: "get-history",
    maxCalls: 4,
    params: { type: "annotations", id: "1" },
    budget: 5,
  },
  { operationId: "list-exports", maxCalls: 2, budget: 3 },
  { operationId: "list-imports", maxCalls: 2, budget: 3 },
  { operationId: "update-annotation", maxCalls: 5, params: { id: "1" }, body: { timespan: span } },
  {
    operationId: "update-annotation",
    maxCalls: 6,
    variant: "observation",
    params: { id: "1" },
    body: { observation: { ...otter, behaviour: "resting" } },
  },
  { operationId: "add-identification", maxCalls: 2, params: { id: "2", species_id: "1" }, budget: 4 },
  {
    operationId: "add-identification",
    maxCalls: 2,
    variant: "of another species",
    params: { id: "2", species_id: "2" },
    budget: 4,
  },
  {
    operationId: "add-identification-batch",
    maxCalls: 5,
    variant: "20 items",
    body: Array.from({ length: 20 }, (_, i) => ({ annotation: i + 1, species: 2 })),
  },
  { operationId: "remove-identification", maxCalls: 6, params: { id: "2", species_id: "1" }, budget: 4 },
  { operationId: "delete-annotation", maxCalls: 5, params: { id: "1" } },
  { operationId: "delete-video-stream", maxCalls: 4, params: { id: "2" } },
  { operationId: "delete-site-key", maxCalls: 4, params: { id: "1", key_id: "3" } },
];
