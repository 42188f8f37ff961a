import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket, videoSourceSettings } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { copyOf, copyPieces } from "../../shared/store/copy/reader.ts";
import { copyWriter } from "../../shared/store/copy/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { copyFiles } from "../../shared/transfer/copies/files.ts";
import { contract } from "./contract.ts";
import { playVideoStream } from "./play-video-stream.ts";
import { playableCopies } from "./playable-copies.ts";
import { playables } from "./playables.ts";

const client = openS3();
const playable = playables(client, videoSourceSettings(), Date.now);

export const handler = serve(contract, (table) =>
  playVideoStream({
    findStream: videoStreamById(table),
    playable,
    findCopy: copyOf(table),
    playableCopy: playableCopies({
      client,
      pieces: copyPieces(table),
      files: copyFiles(client, mediaBucket()),
      copies: copyWriter(table),
      nowMs: Date.now,
    }),
  }),
);
