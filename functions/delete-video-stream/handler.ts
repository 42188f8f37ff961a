import { deleteRecord } from "../../shared/serve/delete-record.ts";
import { serve } from "../../shared/serve/serve.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { viewsOfStream } from "../../shared/views/stream/video-stream.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) =>
  deleteRecord("video stream", {
    find: videoStreamById(table),
    views: viewsOfStream,
    remove: videoStreamWriter(table).delete,
  }),
);
