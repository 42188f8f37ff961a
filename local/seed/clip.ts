import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  Encoder,
  FF_ENCODER_LIBX264,
  Frame,
  Log,
  Muxer,
} from "node-av";
import type { Scene } from "./scenes/scene.ts";

/**
 * Renders a scene as an MP4 file (H.264, index at the start of the file).
 * @param seconds length of the video, from the start of the scene
 */
export async function makeClip(scene: Scene, seconds = scene.seconds): Promise<Buffer> {
  const file = path.join(tmpdir(), `clip-${crypto.randomUUID()}.mp4`);
  try {
    await film(scene, seconds * scene.framesPerSecond, file);
    return await readFile(file);
  } finally {
    await rm(file, { force: true });
  }
}

async function film({ framesPerSecond, pictureAt }: Scene, frames: number, file: string): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    context: { gopSize: 2 * framesPerSecond },
    configure: (context) => context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER),
    options: { preset: "veryfast", crf: 26 },
  });
  await using muxer = await Muxer.open(file, { format: "mp4", options: { movflags: "faststart" } });
  const stream = muxer.addStream(encoder);
  // All frames share this buffer. node-av neither copies it nor keeps a reference that would prevent its collection.
  const pixels = Buffer.alloc((pictureAt(0).luma.length * 3) / 2);
  const frameOf = (number: number): Frame => {
    const { width, height, luma, blue, red } = pictureAt(number / framesPerSecond);
    pixels.set(luma);
    pixels.set(blue, luma.length);
    pixels.set(red, luma.length + blue.length);
    return Frame.fromVideoBuffer(pixels, {
      width,
      height,
      format: AV_PIX_FMT_YUV420P,
      pts: BigInt(number),
      timeBase: { num: 1, den: framesPerSecond },
    });
  };
  for (let number = 0; number <= frames; number += 1) {
    // For null, the encoder returns its remaining packets.
    const frame = number < frames ? frameOf(number) : null;
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
    frame?.free();
  }
}
