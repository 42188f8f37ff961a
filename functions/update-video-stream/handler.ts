import { streamUrlRules } from "../../shared/runtime/env.ts";
import { carryCorrection } from "../../shared/serve/carry-correction.ts";
import { serve } from "../../shared/serve/serve.ts";
import { copyOf } from "../../shared/store/copy/reader.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { contract } from "./contract.ts";
import { updateVideoStream } from "./update-video-stream.ts";

export const handler = serve(contract, (table) =>
  updateVideoStream({
    findStream: videoStreamById(table),
    findCopy: copyOf(table),
    findSource: captureSourceById(table),
    streams: videoStreamWriter(table),
    carryCorrection: carryCorrection(table),
    urlRules: streamUrlRules(),
    nowMs: Date.now,
  }),
);
