import { openApi } from "./api.ts";

type Caller = { readonly email: string; readonly token: string };

export const box = { x1: 1, y1: 2, x2: 30, y2: 40 };
export const keypoints = [
  { box, time: "00:00:01.500" },
  { box: { x1: 5, y1: 2, x2: 35, y2: 40 }, time: "00:00:02" },
];

/** Creates an admin, an annotator, a one-hour stream and a species. Returns them, and requests for annotations. */
export async function annotationRequests() {
  const api = openApi();
  const admin: Caller = await api.userWith("admin");
  const annotator: Caller = await api.userWith("annotator");

  const post = async (path: string, body: unknown, { token }: Caller = admin) =>
    api.call("POST", path, { token, body });
  const newSource = async (location = "1,2"): Promise<number> =>
    (await post("/capturesources", { name: "camera", location, camera_hardware: "" })).body.id;
  const newSpecies = async (
    common_name: string = crypto.randomUUID(),
    scientific_name: string = crypto.randomUUID(),
  ) => (await post("/species", { common_name, scientific_name })).body;
  const source = await newSource();
  const newStream = async (
    capturesource = source,
    stream_url = "https://video.example/1.mp4",
  ): Promise<number> => {
    const [startTime, endTime] = ["2026-03-01T06:00:00Z", "2026-03-01T07:00:00Z"];
    return (await post("/videostreams", { stream_url, capturesource, startTime, endTime })).body.id;
  };
  const stream = await newStream();
  const species: { id: number; common_name: string; scientific_name: string } = await newSpecies();

  const list = async (query: string) =>
    (await api.call("GET", `/annotations?${query}`, { token: admin.token })).body;
  return {
    ...{ api, admin, annotator, stream, species, newSource, newStream, newSpecies, list },
    identificationBody: (over = {}) => ({
      videostream_id: stream,
      keypoints,
      identification: species.id,
      ...over,
    }),
    observationBody: (over = {}) => ({
      videostreamId: stream,
      timespan: { start: "00:00:01", end: "00:00:04.250" },
      observer: "field.team@example.org",
      observation: { behaviour: "foraging" },
      ...over,
    }),
    create: (body: unknown, caller = annotator) => post("/annotations", body, caller),
    get: (id: number, shape = "") =>
      api.call("GET", `/annotations/${id}${shape && `?shape=${shape}`}`, { token: admin.token }),
    patch: (id: number, body: unknown, { token }: Caller = annotator, headers = {}) =>
      api.call("PATCH", `/annotations/${id}`, { token, body, headers }),
    remove: (id: number, { token }: Caller = annotator, headers = {}) =>
      api.call("DELETE", `/annotations/${id}`, { token, headers }),
    vote: (id: number, speciesId: number, { token }: Caller = annotator) =>
      api.call("POST", `/annotations/${id}/identifications/${speciesId}`, { token }),
    unvote: (id: number, speciesId: number, { token }: Caller = annotator, query = "") =>
      api.call("DELETE", `/annotations/${id}/identifications/${speciesId}${query}`, { token }),
    ids: async (query: string): Promise<number[]> =>
      (await list(query)).results.map(({ id }: { id: number }) => id),
    /** Returns the caller's user in the form in which annotations show users. */
    me: async ({ token }: Caller) => {
      const { id, display_name, role } = (await api.call("GET", "/users/me", { token })).body;
      return { id, display_name, role };
    },
  };
}
