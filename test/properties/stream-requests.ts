import { createCaptureSource } from "../../functions/create-capture-source/create-capture-source.ts";
import { createVideoStream } from "../../functions/create-video-stream/create-video-stream.ts";
import { endLiveStream } from "../../functions/end-live-stream/end-live-stream.ts";
import { keepStreamAlive } from "../../functions/keep-stream-alive/keep-stream-alive.ts";
import { startLiveStream } from "../../functions/start-live-stream/start-live-stream.ts";
import { updateCaptureSource } from "../../functions/update-capture-source/update-capture-source.ts";
import { updateVideoStream } from "../../functions/update-video-stream/update-video-stream.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { carryCorrection } from "../../shared/serve/carry-correction.ts";
import { deleteRecord } from "../../shared/serve/delete-record.ts";
import { copyOf } from "../../shared/store/copy/reader.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import type { Table } from "../../shared/table/table.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import { viewsOfStream } from "../../shared/views/stream/video-stream.ts";

export const admin: User = {
  id: 1,
  email: "admin@example.org",
  displayName: "admin",
  role: "admin",
  disabled: false,
  invited: false,
  version: 1,
};

/** Runs the endpoints for streams and capture sources in this process. */
export function requests(table: Table) {
  const sources = captureSourceWriter(table);
  const streams = videoStreamWriter(table);
  const findSource = captureSourceById(table);
  const findStream = videoStreamById(table);
  const records = { sources, streams, findSource, findStream, findCopy: copyOf(table) };
  const deps = {
    ...records,
    carryCorrection: carryCorrection(table),
    urlRules: { devOrigins: [], ownBucket: "own-bucket", sitesNameBuckets: false },
    nowMs: Date.now,
  };
  return {
    createSource: createCaptureSource(deps),
    updateSource: updateCaptureSource(deps),
    deleteSource: deleteRecord("capture source", {
      find: findSource,
      views: (source) => [viewCaptureSource(source)],
      remove: sources.delete,
    }),
    create: createVideoStream(deps),
    startLive: startLiveStream(deps),
    end: endLiveStream(deps),
    update: updateVideoStream(deps),
    keepAlive: keepStreamAlive(deps),
    drop: deleteRecord("video stream", {
      find: findStream,
      views: (stream) => viewsOfStream(stream, undefined),
      remove: streams.delete,
    }),
  };
}
