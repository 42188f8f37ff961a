import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { conflicting, type Fault, invalid, nameOf, referring } from "../wire/fault.ts";
import { orNull } from "../wire/or-null.ts";
import type { Box } from "./box.ts";

/** Size of a stream's upright picture, in pixels. The boxes of the stream are measured in these pixels. */
export type FrameSize = { readonly width: number; readonly height: number };

const side = (name: "Width" | "Height", example: number) =>
  described(
    z.int().check(z.gte(1), z.lte(65_535)),
    `${name} of the upright picture, in the pixels in which boxes are measured. If width and height are set, boxes beyond the picture are rejected.`,
    example,
  );
const width = side("Width", 1920);
const height = side("Height", 1080);

export const newFrameSize = { width: orNull(width), height: orNull(height) };
export const patchedFrameSize = {
  width: z.optional(z.nullable(width)),
  height: z.optional(z.nullable(height)),
};
export const shownFrameSize = { width: z.optional(width), height: z.optional(height) };

type Sides = { readonly width?: number | null | undefined; readonly height?: number | null | undefined };

/**
 * Returns the size that a request gives.
 * @throws Fault `invalid-request` if only one side is given
 */
export function frameSizeIn({ width, height }: Sides): FrameSize | undefined {
  if (width != null && height != null) return { width, height };
  if (width == null && height == null) return undefined;
  const [missing, given] = width == null ? ["width", "height"] : ["height", "width"];
  throw invalid(`/${missing}`, `\`${missing}\` is required when \`${given}\` is given.`);
}

/** Returns the size after a patch. A side that is left out keeps its value. */
export function patchedSize(size: FrameSize | undefined, patch: Sides): FrameSize | undefined {
  return frameSizeIn({
    width: patch.width === undefined ? size?.width : patch.width,
    height: patch.height === undefined ? size?.height : patch.height,
  });
}

export function isSameSize(one: FrameSize | undefined, other: FrameSize | undefined): boolean {
  return one?.width === other?.width && one?.height === other?.height;
}

/**
 * Rejects a box beyond the picture. The far corner may be one pixel outside, because many programs send the picture's
 * width and height as its coordinates.
 * @param field of the box (see `FieldFault`)
 * @throws Fault `conflict`
 */
export function checkInPicture(size: FrameSize | undefined, box: Box, field: string): void {
  if (size === undefined || (box.x2 <= size.width && box.y2 <= size.height)) return;
  throw conflicting(
    field,
    `\`${nameOf(field)}\` must be within the picture, which is ${size.width} × ${size.height} pixels.`,
  );
}

/** The fault for changing the size of a stream that has boxes. */
export function sizeInUse(children: number): Fault {
  const detail = `\`width\` and \`height\` cannot change while ${referring(children)} to this stream: their boxes are measured in them.`;
  return conflicting("/width", detail);
}
