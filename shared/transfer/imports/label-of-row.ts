import { observationCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import type { FrameSize } from "../../domain/stream/frame-size.ts";
import { isInStream, type VideoStream } from "../../domain/stream/video-stream.ts";
import { pixelBox } from "../../formats/camtrap-dp/relative-box.ts";
import type { ImportedAnnotation } from "./format.ts";

/** The reason why a row is not imported: the code of a warning, and a sentence. */
type NotTaken = { readonly code: string; readonly why: string };

/** The fields of a row's label, for its stream. */
export function labelOfRow(row: ImportedAnnotation, stream: VideoStream) {
  const { key: _, stream: _stream, relativeBox, camtrapDp, ...fields } = row;
  if (!isInStream(stream, row.endMs)) {
    const why = `It ends after the end of video stream ${stream.id}. Correct the end of the stream first.`;
    return { code: "beyond-end", why } satisfies NotTaken;
  }
  if (relativeBox !== undefined && stream.size === undefined) {
    const why = `The size of the picture of video stream ${stream.id} is unknown. Set the stream's width and height.`;
    return { code: "size", why } satisfies NotTaken;
  }
  // A stored row lacks fields without a value. They are named here, so that they overwrite the record's fields with
  // `undefined`.
  const { keypoints, observation, confidence, machine } = fields;
  const said = {
    ...fields,
    ...{ keypoints, observation, confidence, machine },
    boundingBox: boxOf(row, stream.size),
    camtrapDp: observationCells.from(camtrapDp),
  };
  return { said };
}

function boxOf({ boundingBox, relativeBox }: ImportedAnnotation, size: FrameSize | undefined) {
  return relativeBox !== undefined && size !== undefined ? pixelBox(...relativeBox, size) : boundingBox;
}
