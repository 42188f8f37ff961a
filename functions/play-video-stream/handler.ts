import { openS3 } from "../../shared/media/files/objects.ts";
import { videoSourceSettings } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { contract } from "./contract.ts";
import { playVideoStream } from "./play-video-stream.ts";
import { playables } from "./playables.ts";

const playable = playables(openS3(), videoSourceSettings(), Date.now);

export const handler = serve(contract, (table) =>
  playVideoStream({ findStream: videoStreamById(table), playable }),
);
