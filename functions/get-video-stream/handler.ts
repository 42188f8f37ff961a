import { serve } from "../../shared/serve/serve.ts";
import { copyOf } from "../../shared/store/copy/reader.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { contract } from "./contract.ts";
import { getVideoStream } from "./get-video-stream.ts";

export const handler = serve(contract, (table) =>
  getVideoStream({ findStream: videoStreamById(table), findCopy: copyOf(table) }),
);
