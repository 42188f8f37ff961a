import { deleteRecord } from "../../shared/serve/delete-record.ts";
import { serve } from "../../shared/serve/serve.ts";
import { copyOf } from "../../shared/store/copy/reader.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { viewsOfStream } from "../../shared/views/stream/video-stream.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => {
  const [findStream, findCopy] = [videoStreamById(table), copyOf(table)];
  return deleteRecord("video stream", {
    async find(id) {
      const [stream, copy] = await Promise.all([findStream(id), findCopy(id)]);
      return stream && { stream, copy, version: stream.version };
    },
    views: ({ stream, copy }) => viewsOfStream(stream, copy),
    remove: ({ stream }) => videoStreamWriter(table).delete(stream),
  });
});
