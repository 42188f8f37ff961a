import { annotationBatch } from "../../functions/create-annotation-batch/annotation-batch.ts";
import { withVote } from "../../shared/domain/annotation/vote.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { annotationById } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { userWriter } from "../../shared/store/person/user-writer.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { speciesWriter } from "../../shared/store/species/writer.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import type { Table } from "../../shared/table/table.ts";
import { plainAnnotation, plainSource, plainSpecies, plainStream } from "../../test/support/plain-records.ts";
import { trackOf } from "./annotation-data.ts";
import { createdId } from "./idempotency.ts";

const sizes = { users: 20, sources: 5, streams: 40, species: 12, annotations: 2000, votes: 3 } as const;

/** Returns the fields of the n-th annotation: a track of about 58 boxes and an observation. */
export function annotationFields(n: number, streams: readonly number[], users: readonly User[]) {
  const videostream = streams[n % streams.length] ?? 0;
  const author = users[n % users.length];
  const at = { id: n + 1, startMs: 1200 };
  return {
    videostream,
    source: 1 + ((n % streams.length) % sizes.sources),
    startMs: at.startMs,
    endMs: 14_000,
    keypoints: trackOf({ ...at }),
    boundingBox: undefined,
    observer: undefined,
    observation: {
      species: `Scientific ${n % sizes.species}`,
      behaviour: ["feeding", "resting"][n % 2] ?? "",
    },
    identifications: [],
    ...plainAnnotation,
    author: { id: author?.id ?? 0, source: undefined },
    createdMs: 0,
    changedMs: 0,
  };
}

/** Fills a table with annotations that several users identified. The stores write all records. */
export async function annotatedTable(table: Table) {
  const made = <T>(count: number, make: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)));
  const users = (
    await made(sizes.users, (i) =>
      userWriter(table).register(`user${i}@example.org`, "annotator", `User ${i}`),
    )
  ).filter((user) => user !== "changed-meanwhile");
  const source = (i: number) => ({
    name: `Source ${i}`,
    location: `${i},${i}`,
    cameraHardware: "",
    ...plainSource,
    siteId: i,
  });
  for (let i = 0; i < sizes.sources; i++)
    createdId(await captureSourceWriter(table).create(source(i), undefined));
  const streams = await made(sizes.streams, async (i) => {
    const fields = {
      source: 1 + (i % sizes.sources),
      url: `s3://b/${i}`,
      startMs: i * 20_000,
      endMs: i * 20_000 + 14_000,
    };
    return createdId(
      await videoStreamWriter(table).create(async () => ({ ...fields, ...plainStream }), undefined),
    );
  });
  const species = await made(sizes.species, async (i) => {
    const names = { commonName: `Common ${i}`, scientificName: `Scientific ${i}` };
    return createdId(
      await speciesWriter(table).create(
        {
          ...names,
          ...plainSpecies,
          externalTaxonId: i,
        },
        undefined,
      ),
    );
  });
  const create = annotationBatch(table);
  const items = Array.from({ length: sizes.annotations }, (_, n) => ({
    build: async () => annotationFields(n, streams, users),
    idempotency: undefined,
  }));
  const ids: number[] = [];
  for (let at = 0; at < items.length; at += 500) {
    for (const outcome of await create(items.slice(at, at + 500))) {
      if (outcome instanceof Error || typeof outcome === "string")
        throw new Error(`An annotation was not created: ${outcome}`);
      ids.push(outcome.id);
    }
  }
  const writer = annotationWriter(table);
  const vote = async (n: number) => {
    const before = await annotationById(table)(ids[n] ?? 0);
    if (before === undefined) throw new Error("An annotation is missing");
    let after = before;
    for (let i = 0; i < sizes.votes; i++) {
      const voted = species[(n + (i >> 1)) % species.length] ?? 0;
      after = withVote(after, { id: voted }, users[(n + i) % users.length]?.id ?? 0);
    }
    await writer.update(before, after);
  };
  for (let n = 0; n < ids.length; n += 16) {
    await Promise.all(Array.from({ length: Math.min(16, ids.length - n) }, (_, i) => vote(n + i)));
  }
  return { users, streams };
}
