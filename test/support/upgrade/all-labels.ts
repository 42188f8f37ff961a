import type { Body, Client } from "./strict-client.ts";

type Labelled = {
  readonly admin: Client;
  readonly site: Client;
  readonly people: readonly Client[];
  readonly stream: number;
  readonly species: readonly number[];
};

/** Adds labels in both shapes, by people and machines, with and without votes, and the largest possible labels. */
export async function addLabels({ admin, site, people, stream, species }: Labelled): Promise<void> {
  const observed = (more: object = {}) => ({
    ...{
      videostreamId: stream,
      timespan: { start: "00:01:00", end: "00:01:02.500" },
      observer: "Field team",
    },
    ...{ observation: { species: "Species servata 9", behaviour: "foraging" }, ...more },
  });
  const by = (i: number): Client => people[i] ?? admin;
  // The largest label has 20 pairs, 58 boxes, and 20 voters for 10 species. Keys and values could have more bytes.
  const { id: largest } = await admin.post("/annotations", {
    ...{
      videostream_id: stream,
      keypoints: track(58),
      camtrap_dp: { eventID: "sequence1", individualSpeed: 0 },
    },
  });
  await admin.patch(`/annotations/${largest}`, {
    observer: "Ranger Ö",
    observation: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`key ${i}`, `value ${i} *`])),
  });
  for (const [i, person] of people.entries()) {
    await person.post(`/annotations/${largest}/identifications/${species[i % species.length]}`);
  }
  // This label has the maximum number of boxes.
  const { id: long } = await admin.post("/annotations", {
    ...{ videostream_id: stream, keypoints: track(1000), identification: species[0] },
  });
  await by(0).post(`/annotations/${long}/identifications/${species[0]}`);
  // People's labels in both shapes: with every field, with a vote for "blank", with a withdrawn vote.
  await admin.post("/annotations", observed({ boundingBox: { x1: 1, y1: 2, x2: 300, y2: 400 } }));
  const { id: changed } = await by(1).post("/annotations", observed());
  await by(1).patch(`/annotations/${changed}`, { observation: { species: "Species servata 8" } });
  const { id: open } = await by(2).post("/annotations", {
    ...{ videostream_id: stream, keypoints: track(2), identification: species[7] },
  });
  await by(2).remove(`/annotations/${open}/identifications/${species[7]}`);
  const { id: gone } = await by(2).post("/annotations", observed());
  await by(2).remove(`/annotations/${gone}`);
  // Machines' labels: by a person's program and by a site's, single and in a batch, some with votes.
  const machine = {
    method: "machine",
    confidence: 0.85,
    machine: {
      ...{ detector: "Detector 6", detection: 0.98, classifier: "Classifier 4" },
      alternatives: [{ name: "Canis lupus", score: 0.05 }],
    },
  };
  await admin.post("/annotations", observed({ ...machine, confidence: 1 }));
  await site.post("/annotations", observed());
  const batch = await site.post(
    "/annotations/batch",
    [0, 1, 2].map((i) => observed({ ...machine, idempotency_key: `kept ${i}` })),
  );
  const [first, second] = batch.map(({ id }: Body) => id);
  await by(3).post("/identifications/batch", [
    { annotation: first, species: species[2], idempotency_key: "nothing there" },
    { annotation: second, species: species[9] },
  ]);
}

function track(boxes: number) {
  return Array.from({ length: boxes }, (_, i) => ({
    box: { x1: i, y1: i % 900, x2: i + 200, y2: (i % 900) + 150 },
    time: `00:${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}.040`,
  }));
}
