import { formatOffset } from "../../../shared/domain/time/media-offset.ts";
import { below, seededRandom } from "../../../test/support/seeded-random.ts";
import type { Ask } from "./place.ts";

const batchSize = 500;

/**
 * Makes labels of a stream through the API, each 0.3 to 6 s long. Every third is a machine's and has one box, the others
 * are a person's and have a moving box.
 * @param spanMs length of the part of the stream that has labels
 * @param species ids of some species
 */
export async function makeLabels(
  ask: Ask,
  stream: number,
  { count, spanMs }: { readonly count: number; readonly spanMs: number },
  species: readonly number[],
): Promise<void> {
  const random = seededRandom(count);
  const box = () => {
    const [x1, y1] = [below(random, 1500), below(random, 800)];
    return { x1, y1, x2: x1 + 60 + below(random, 300), y2: y1 + 60 + below(random, 200) };
  };
  const label = (_: unknown, i: number) => {
    const startMs = below(random, spanMs - 10_000);
    const lengthMs = 300 + below(random, 5700);
    const end = formatOffset(startMs + lengthMs);
    const confidence = below(random, 100) / 100;
    if (i % 3 === 0) {
      return {
        videostreamId: stream,
        timespan: { start: formatOffset(startMs), end },
        boundingBox: box(),
        observer: "Detector 1",
        observation: { species: "Vulpes vulpes" },
        method: "machine",
        confidence,
      };
    }
    const keypoints = [0, 0.25, 0.5, 0.75, 1].map((part) => ({
      box: box(),
      time: formatOffset(startMs + Math.round(lengthMs * part)),
    }));
    return { videostream_id: stream, keypoints, identification: species[i % species.length] };
  };
  for (let made = 0; made < count; made += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - made) }, label);
    const results = await ask("POST", "/annotations/batch", batch);
    const refused = Array.isArray(results) ? results.find((each) => !("id" in each)) : results;
    if (refused !== undefined) throw new Error(`A label was refused: ${JSON.stringify(refused)}`);
  }
}
