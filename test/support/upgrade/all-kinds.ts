import { description } from "../api/api-description.ts";
import { addExports, addImports, addMedia, addUploads } from "./all-files.ts";
import { addLabels } from "./all-labels.ts";
import { type Client, strictClient } from "./strict-client.ts";

const voters = Array.from({ length: 20 }, (_, i) => `voter${i + 1}@demo.localhost`);
const time = { startTime: "2026-03-04T05:30:00Z", endTime: "2026-03-04T06:30:00Z" };

/**
 * Adds records of every kind to a demonstration: with every field, in every lasting state, and with the largest labels
 * that the limits allow. Some tasks are pending at the end.
 */
export async function allKinds(
  origin: string,
  stackAdmin: string,
  tokenFor: (email: string, name?: string) => Promise<string>,
): Promise<{ readonly siteKey: string }> {
  const signedIn = async (email: string, name?: string) => strictClient(origin, await tokenFor(email, name));
  const admin = await signedIn(stackAdmin);
  const people = await addUsers(admin, signedIn);
  const species = await addSpecies(admin);
  const { source, siteKey } = await addSources(admin);
  const site = strictClient(origin, siteKey);
  const stream = await addStreams(admin, site, source);
  await addLabels({ admin, site, people, stream, species });
  await addUploads(admin, site, source);
  await addMedia(admin, stream);
  await admin.put("/dataset", description.components.schemas.NewDataset.examples[0]);
  await addImports(admin);
  await correctTimes(admin, stream, source);
  await addExports(admin);
  return { siteKey };
}

/** Adds users who have signed in, one who was only invited, one with a changed name, and a deleted one. */
async function addUsers(admin: Client, signedIn: (email: string, name?: string) => Promise<Client>) {
  const invite = (email: string) => admin.post("/users", { email, role: "annotator" });
  const people: Client[] = [];
  for (const [i, email] of [...voters, "gone@demo.localhost"].entries()) {
    await invite(email);
    const person = await signedIn(email, `Person ${i + 1}`);
    await person.get("/users/me");
    people.push(person);
  }
  await people[0]?.patch("/users/me", { display_name: "Léa Öberg" });
  await invite("invited@demo.localhost");
  await admin.remove("/users/gone@demo.localhost");
  return people.slice(0, voters.length);
}

/** Adds ten species to vote for, one of which has every field, and a deleted species. */
async function addSpecies(admin: Client): Promise<readonly number[]> {
  const kinds = ["human", "vehicle", "blank", "unknown"];
  const ids: number[] = [];
  for (let i = 0; i < 10; i++) {
    const { id } = await admin.post("/species", {
      common_name: `Kept species ${i}`,
      scientific_name: `Species servata ${i}`,
      ...(kinds[i] === undefined ? {} : { kind: kinds[i] }),
      ...(i === 9 ? everyFieldOfSpecies : {}),
    });
    ids.push(id);
  }
  await admin.patch(`/species/${ids[8]}`, { common_name: "Renamed species" });
  const { id } = await admin.post("/species", { common_name: "Gone", scientific_name: "Species deleta" });
  await admin.remove(`/species/${id}`);
  return ids;
}

const everyFieldOfSpecies = {
  images: [
    { attribution: "Ana Duarte, CC BY 4.0", src: "https://images.example/1.jpg" },
    { attribution: "Ben Okafor", src: "https://images.example/2.jpg" },
  ],
  external_taxon_id: 5219243,
  kind: "animal",
  sensitivity: "high",
  lineage: ["Animalia", "Chordata", "Mammalia"],
  camtrap_dp: { taxonID: "5BSG3", taxonRank: "species", vernacularNames: { eng: "badger", nld: "das" } },
};

/** Adds a source with every field, its site key, and a deleted key. */
async function addSources(admin: Client) {
  const { id: source } = await admin.post("/capturesources", {
    name: "Kept weir",
    location: "52.1,-4.25",
    camera_hardware: "Trail camera",
    site_id: 77,
    time_zone: "Europe/London",
    coordinate_uncertainty: 30,
    camtrap_dp: { deploymentID: "dep1", cameraHeight: 1.2, baitUse: false, habitat: "" },
  });
  const { key: siteKey } = await admin.post(`/capturesources/${source}/keys`, {});
  const { id } = await admin.post(`/capturesources/${source}/keys`, {});
  await admin.remove(`/capturesources/${source}/keys/${id}`);
  const { id: gone } = await admin.post("/capturesources", {
    ...{ name: "Gone weir", location: "1,2", camera_hardware: "" },
  });
  await admin.remove(`/capturesources/${gone}`);
  return { source, siteKey };
}

/** Adds a stream with every field, a live stream, live streams that have ended, and a deleted stream. */
async function addStreams(admin: Client, site: Client, capturesource: number): Promise<number> {
  const streamOf = (name: string) => ({ stream_url: `https://video.example/${name}.mp4`, capturesource });
  const { id } = await admin.post("/videostreams", {
    ...{ ...streamOf("every-field"), ...time, width: 1920, height: 1080, media_type: "video/mp4" },
    camtrap_dp: { mediaID: "med1", captureMethod: "activityDetection", filePublic: false },
  });
  const { id: alive } = await site.post("/videostreams/live", streamOf("alive"));
  await site.put(`/videostreams/${alive}/live`);
  const { id: ended } = await site.post("/videostreams/live", {
    ...streamOf("ended"),
    startTime: "2026-03-05T05:30:00Z",
  });
  await site.patch(`/videostreams/${ended}/live`, { endTime: "2026-03-05T05:45:00Z" });
  const { id: gone } = await admin.post("/videostreams", { ...streamOf("gone"), ...time });
  await admin.remove(`/videostreams/${gone}`);
  return id;
}

/** Corrects a stream's start and a source's time zone. The task to check for missed labels stays pending. */
async function correctTimes(admin: Client, stream: number, source: number): Promise<void> {
  await admin.patch(`/videostreams/${stream}`, { startTime: "2026-03-04T05:29:00Z" });
  await admin.patch(`/capturesources/${source}`, { time_zone: "+01:00" });
}
