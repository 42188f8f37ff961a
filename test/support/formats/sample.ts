import { annotation, dataset, source, species, stream, vote, type World } from "./world.ts";
import { writePackage } from "./write-package.ts";

const world: World = {
  dataset,
  sources: [source(1), source(2, { name: "Ridge, north", timeZone: "+01:00" })],
  streams: [
    stream(1),
    stream(2, { source: 2 }),
    stream(3, { source: 2, url: "https://videos.example/3.jpg" }),
  ],
  species: [species(1, "Vulpes vulpes"), species(2, "Lutra lutra")],
  users: [{ id: 1, name: "Ana Duarte", email: "ana@example.org" }],
  annotations: [
    annotation(1, {
      boundingBox: { x1: 88, y1: 200, x2: 240, y2: 330 },
      observation: { species: "Vulpes vulpes", count: "2", sex: "female", comments: 'a "fox",\nor two' },
    }),
    annotation(2, { identifications: [vote(2, [1])] }),
    annotation(3, { videostream: 2, source: 2, observation: { species: "Vulpes vulpes" } }),
  ],
};

/** The texts of a valid package's files. The first observation takes two lines. */
export const sample = writePackage(world, { level: "both", people: "names", streams: "all" }).texts;

/** The same package as if another program had written it, without the service's own table. */
export const foreignSample: Readonly<Record<string, string>> = withDescriptor(
  Object.fromEntries(Object.entries(sample).filter(([name]) => name !== "annotations.csv")),
  (descriptor) => {
    descriptor.resources = descriptor.resources.slice(0, 3);
  },
);

// biome-ignore lint/suspicious/noExplicitAny: JSON from another program may have any form
type Json = any;

/** Returns a package with a changed datapackage.json. */
export function withDescriptor(
  texts: Readonly<Record<string, string>>,
  change: (descriptor: Json) => void,
): Readonly<Record<string, string>> {
  const descriptor: Json = JSON.parse(texts["datapackage.json"] ?? "");
  change(descriptor);
  return { ...texts, "datapackage.json": JSON.stringify(descriptor) };
}

/** Returns a package with another text for one file. */
export function withFile(
  texts: Readonly<Record<string, string>>,
  name: string,
  change: (text: string) => string,
): Readonly<Record<string, string>> {
  return { ...texts, [name]: change(texts[name] ?? "") };
}

/** Returns a package with another value in one cell of the row with this key. */
export function withCell(
  texts: Readonly<Record<string, string>>,
  name: string,
  key: string,
  column: string,
  value: string,
): Readonly<Record<string, string>> {
  return withFile(texts, name, (text) => {
    const [header = "", ...rest] = text.split("\n");
    const at = header.split(",").indexOf(column);
    if (at < 0) throw new Error(`no column ${column}`);
    return text.replace(new RegExp(`^${key},.*$`, "m"), (line) => {
      const cells = line.match(/("([^"]|"")*"?|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, "")) ?? [];
      cells[at] = value;
      if (rest.length === 0) throw new Error("no rows");
      return cells.slice(0, header.split(",").length).join(",");
    });
  });
}
