import type { ClipFiles } from "../../camera-site/clips/file.mjs";
import type { Outcome, Request } from "../../camera-site/link/service-client.mjs";
import type { Fs } from "../../camera-site/queue/durable-files.mjs";
import { acceptAll, done, rejected } from "./site-on-memory.ts";

/** Size of a part: small, so that a test's clip has several parts. */
const partBytes = 10;

type Upload = {
  readonly id: number;
  readonly bytes: number;
  readonly parts: Map<number, string>;
  stream?: number;
};
type Part = { readonly number: number; readonly sha256: string };

/** Creates a service and storage in memory that accept clips. The text of a part also serves as its SHA-256. */
export function clipService(fs: () => Fs) {
  const events = acceptAll();
  const uploads = new Map<string, Upload>();
  /** Content of each clip that has become a stream. */
  const clips: string[] = [];
  /** Parts in the order of their arrival. */
  const arrived: string[] = [];

  function upload(id: number): Upload | undefined {
    return [...uploads.values()].find((each) => each.id === id);
  }

  function answer(request: Request): Outcome {
    const { method, path, key = "", body } = request;
    if (!path.startsWith("/uploads")) return events(request);
    if (path === "/uploads") {
      const { bytes } = body as { bytes: number };
      if (!uploads.has(key)) uploads.set(key, { id: uploads.size + 1, bytes, parts: new Map() });
      return done({ id: uploads.get(key)?.id, part_bytes: partBytes, parts: Math.ceil(bytes / partBytes) });
    }
    const [, , id = "", action] = path.split("/");
    const found = upload(Number(id));
    if (found === undefined) return rejected(404, `There is no upload ${id}.`);
    if (method === "GET") {
      const received = [...found.parts].map(([number, sha256]) => ({ number, sha256 }));
      const videostream = found.stream ?? null;
      return done({ id: found.id, status: "open", part_bytes: partBytes, received, videostream });
    }
    const { parts } = body as { parts: Part[] };
    if (action === "parts") {
      return done({
        parts: parts.map(({ number }) => ({ number, url: `s3:${found.id}/${number}`, headers: {} })),
      });
    }
    const text = parts.map(({ number }) => found.parts.get(number) ?? "?").join("");
    if (text.length !== found.bytes) return rejected(409, "Parts are missing.");
    const known = clips.indexOf(text);
    if (found.stream === undefined && known >= 0)
      return {
        ...rejected(409, "The capture source has it."),
        problem: { status: 409, detail: "", pointers: [], videostream: 1000 + known },
      } as Outcome;
    if (found.stream === undefined) found.stream = 1000 + clips.push(text) - 1;
    return done({ id: found.stream });
  }

  const read = (file: string) => fs().readFileSync(file, "utf8");
  const files: ClipFiles = {
    async partSums(file, length) {
      const text = read(file);
      return Array.from({ length: Math.ceil(text.length / length) }, (_, i) =>
        text.slice(i * length, (i + 1) * length),
      );
    },
    async putPart({ url, file, start, bytes }) {
      const [id = "", number = ""] = url.slice(3).split("/");
      upload(Number(id))?.parts.set(Number(number), read(file).slice(start, start + bytes));
      arrived.push(`${id}/${number}`);
      return 200;
    },
  };
  return {
    answer,
    files,
    clips,
    arrived,
    uploads,
    /** Ends an upload, as the service does after a week. Its idempotency key stays known. */
    end(id: number) {
      for (const [key, each] of uploads) if (each.id === id) uploads.set(key, { ...each, id: -id });
    },
  };
}
