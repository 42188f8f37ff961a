import { serveWithSites } from "../../shared/serve/serve.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { contract } from "./contract.ts";
import { keepStreamAlive } from "./keep-stream-alive.ts";

export const handler = serveWithSites(contract, (table) =>
  keepStreamAlive({
    findStream: videoStreamById(table),
    streams: videoStreamWriter(table),
    nowMs: Date.now,
  }),
);
