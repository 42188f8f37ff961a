import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Extracted,
  type ExtractionRequest,
  type Extractor,
  extractor,
} from "../../../shared/media/cut/extractor.ts";
import { jobLimits } from "../../../shared/media/fetch/limits.ts";
import type { FileFacts } from "../../../shared/media/read/file-facts.ts";
import { serveVideos, type VideoServer } from "./video-server.ts";

export const childFile = new URL("../../../shared/media/cut/extraction-child.ts", import.meta.url);

/** An extractor, a folder for videos, and a server of that folder. */
export type Engine = {
  readonly extractor: Extractor;
  readonly folder: string;
  readonly server: VideoServer;
  /** Extracts from a URL or from a file in the folder. `use` gets the path of the extracted file. */
  extract<T>(source: string, excerpt: ExtractionRequest["excerpt"], use: Use<T>): Promise<T>;
  facts(source: string): Promise<FileFacts>;
  close(): Promise<void>;
};

type Use<T> = (file: string, extracted: Omit<Extracted, "file">) => T;

/** Maximum memory of the extraction process on Lambda. */
export const maxRssBytes = 1536 * 2 ** 20;

/** Longer than any job of a test takes, also on a busy machine. */
const deadlineMs = 60_000;

export async function startEngine(): Promise<Engine> {
  const folder = mkdtempSync(path.join(tmpdir(), "videos-"));
  const server = await serveVideos(folder);
  const engine = extractor({ childFile, maxRssBytes });
  const requestOf = (source: string) => {
    const url = new URL(source, server.origin).href;
    return { url, rules: { allowedOrigins: [server.origin, new URL(url).origin] } };
  };
  return {
    extractor: engine,
    folder,
    server,
    extract(source, excerpt, use) {
      const request = { ...requestOf(source), excerpt, limits: jobLimits[excerpt.kind] };
      return engine.extract(request, deadlineMs, async ({ file, ...extracted }) => use(file, extracted));
    },
    facts: (source) => engine.facts({ ...requestOf(source), limits: jobLimits.facts }, deadlineMs),
    async close() {
      engine.close();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
