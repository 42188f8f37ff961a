import { observationCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import type { FrameSize } from "../../domain/stream/frame-size.ts";
import { isInStream, type VideoStream } from "../../domain/stream/video-stream.ts";
import { pixelBox } from "../../formats/camtrap-dp/relative-box.ts";
import type { ImportedAnnotation } from "./format.ts";

/** Why a row is not taken: a code for the warning, and a sentence. */
type NotTaken = { readonly code: string; readonly why: string };

/** What a row says of its label, in its stream. */
export function labelOfRow(row: ImportedAnnotation, stream: VideoStream) {
  const { key: _, stream: _stream, relativeBox, camtrapDp, ...fields } = row;
  if (!isInStream(stream, row.endMs)) {
    const why = `It is after the end of video stream ${stream.id}. Correct that first.`;
    return { code: "beyond-end", why } satisfies NotTaken;
  }
  if (relativeBox !== undefined && stream.size === undefined) {
    const why = `Nobody knows how many pixels the picture of video stream ${stream.id} has. Give it its width and height.`;
    return { code: "size", why } satisfies NotTaken;
  }
  // The line of a stored row lacks what it does not say, which is taken away by name.
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
