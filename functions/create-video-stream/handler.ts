import { streamUrlRules } from "../../shared/runtime/env.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { contract } from "./contract.ts";
import { createVideoStream } from "./create-video-stream.ts";

export const handler = serveWithSites(contract, (table) =>
  createVideoStream({
    findSource: captureSourceById(table),
    streams: videoStreamWriter(table),
    urlRules: streamUrlRules(),
  }),
);
