import * as z from "zod/mini";
import { apiClient } from "../api-client.ts";
import { stackAdminName } from "../running-stack.ts";
import { setRole } from "../set-role.ts";
import { people, sources, species, streams } from "./demonstration.ts";
import { observations } from "./demonstration-observations.ts";
import { tracks, type Vote } from "./demonstration-tracks.ts";
import { size as sceneSize } from "./scenes/picture.ts";

const Created = z.object({ id: z.int() });
const Results = z.object({ results: z.array(Created) });

/**
 * Adds a small demonstration to a stack, through its API and as several users. Every POST has an idempotency key. So if a
 * run is interrupted, the next run continues where it stopped.
 * @param stackAdmin e-mail address of an admin
 * @param tokenFor signs a token of the stack for a user
 * @param putVideoOnce uploads a video, unless the stack already has it, and returns its URL
 * @returns what the demonstration contains, such as `3 capture sources, …`
 */
export async function seed(
  origin: string,
  stackAdmin: string,
  tokenFor: (email: string, name?: string) => Promise<string>,
  putVideoOnce: (name: string, makeVideo: () => Promise<Buffer>) => Promise<string>,
): Promise<string> {
  const adminToken = await tokenFor(stackAdmin, stackAdminName);
  for (const { email, role } of people) await setRole(origin, adminToken, email, role);
  const clients = await Promise.all(
    people.map(async ({ email, name }) => {
      const client = apiClient(origin, await tokenFor(email, name));
      await client.expect(200, "GET", "/users/me");
      return client;
    }),
  );
  const post = async (
    by: number,
    status: number,
    path: string,
    key: string,
    body: unknown,
  ): Promise<number> => {
    const created = await at(clients, by).expect(status, "POST", path, {
      body,
      idempotencyKey: `demonstration-${key}`.replaceAll(" ", "-"),
    });
    return z.parse(Created, created).id;
  };

  const sourceIds: number[] = [];
  for (const [i, source] of sources.entries())
    sourceIds.push(await post(0, 200, "/capturesources", `source ${i}`, source));
  const speciesIds: number[] = [];
  for (const [i, one] of species.entries())
    speciesIds.push(await post(0, 201, "/species", `species ${i}`, one));
  const blanks = z.parse(Results, await at(clients, 0).expect(200, "GET", "/species?kind=blank"));
  speciesIds.push(...blanks.results.map(({ id }) => id));
  const streamIds: number[] = [];
  // Imported here, so that a stack that is already seeded does not load the codecs.
  const { makeClip } = await import("./clip.ts");
  for (const [i, { source, file, startTime, endTime, ...video }] of streams.entries()) {
    const name = `${file}.mp4`;
    const stream = {
      stream_url:
        "scene" in video
          ? await putVideoOnce(name, () => makeClip(video.scene))
          : `https://video.example/${name}`,
      capturesource: at(sourceIds, source),
      startTime,
      // Without this size, the service gets the size from the first still, and exports have no boxes until then.
      ...("scene" in video ? sceneSize : video.size),
    };
    const [path, body] =
      endTime === undefined ? ["/videostreams/live", stream] : ["/videostreams", { ...stream, endTime }];
    streamIds.push(await post(0, 200, path, `stream ${i}`, body));
  }
  const voteOn = async (annotation: number, votes: readonly Vote[]): Promise<void> => {
    for (const { by, species: one } of votes) {
      const path = `/annotations/${annotation}/identifications/${at(speciesIds, one)}`;
      await at(clients, by).expect(201, "POST", path);
    }
  };
  for (const [i, { by, stream, identification, votes = [], keypoints }] of tracks.entries()) {
    const body = {
      videostream_id: at(streamIds, stream),
      identification: at(speciesIds, identification),
      keypoints,
    };
    await voteOn(await post(by, 201, "/annotations", `track ${i}`, body), votes);
  }
  for (const [i, { by, stream, votes, ...observation }] of observations.entries()) {
    const body = { ...observation, videostreamId: at(streamIds, stream) };
    await voteOn(await post(by, 200, "/annotations", `note ${i}`, body), votes);
  }
  return `${sources.length} capture sources, ${streams.length} streams, ${species.length} species, ${tracks.length + observations.length} annotations by ${people.length} people`;
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined)
    throw new RangeError(`The demonstration refers to item ${index} of a list of ${list.length}.`);
  return item;
}
