import { serve } from "../../shared/serve/serve.ts";
import { contract } from "./contract.ts";
import { getVideoStreamEffort } from "./get-video-stream-effort.ts";
import { readRecordings } from "./recordings.ts";

export const handler = serve(contract, (table) =>
  getVideoStreamEffort({ read: readRecordings(table), nowMs: Date.now }),
);
