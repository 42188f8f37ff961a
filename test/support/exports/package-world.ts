import { annotation, dataset, source, species, stream, vote, type World } from "../formats/world.ts";

export const users: World["users"] = [
  { id: 1, name: "Ann", email: "ann@planted.example" },
  { id: 2, name: "Ben", email: "ben@planted.example" },
  { id: 3, name: "Chi", email: "chi@planted.example" },
];

/**
 * Returns a world with forty labels, which belong to two streams in turn. Each stream has its own source and species.
 */
export const packageWorld = (more: Partial<World> = {}): World => ({
  dataset,
  sources: [source(1), source(2, { location: "51.123456,4.987654" })],
  streams: [stream(1), stream(2, { source: 2, url: "https://videos.example/watch", size: undefined })],
  species: [species(1, "Vulpes vulpes"), species(2, "Lutra lutra")],
  users,
  annotations: Array.from({ length: 40 }, (_, i) =>
    annotation(i + 1, {
      videostream: (i % 2) + 1,
      source: (i % 2) + 1,
      startMs: i * 1000,
      endMs: i * 1000 + 500,
      boundingBox: { x1: 10, y1: 10, x2: 20 + i, y2: 30 },
      identifications: [vote((i % 2) + 1, [1])],
    }),
  ),
  ...more,
});
