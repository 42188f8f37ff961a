import { serveWithSites } from "../../shared/serve/serve.ts";
import { copyOf } from "../../shared/store/copy/reader.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { contract } from "./contract.ts";
import { endLiveStream } from "./end-live-stream.ts";

export const handler = serveWithSites(contract, (table) =>
  endLiveStream({
    findStream: videoStreamById(table),
    findCopy: copyOf(table),
    streams: videoStreamWriter(table),
    nowMs: Date.now,
  }),
);
