import { serve } from "../../shared/serve/serve.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { contract } from "./contract.ts";
import { deleteVideoStream } from "./delete-video-stream.ts";

export const handler = serve(contract, (table) =>
  deleteVideoStream({ findStream: videoStreamById(table), streams: videoStreamWriter(table) }),
);
