import * as z from "zod/mini";
import { MediaOffsetText } from "../../domain/time/media-offset.ts";
import { TimestampView } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";

const expires = {
  description: "Time at which the signed addresses expire. `null` for an address that is not signed.",
};

/** The address or the playlist by which a stream's video can be played. */
export const Playable = z
  .union([
    z
      .strictObject({
        kind: described(z.enum(["file", "external"]), "`file`: stored in S3. `external`: on another server."),
        url: described(z.string(), "Address of the video. It supports byte ranges."),
        expires_at: z.nullable(TimestampView).check(z.meta(expires)),
        readable: described(
          z.boolean(),
          "`true` if a web page may read the bytes of the video, for example to show single frames. The video is then in S3, or on a host that the deployment names (`VideoHosts`). A `<video>` element plays other videos, too.",
        ),
      })
      .check(z.meta({ id: "PlayableFile" })),
    z
      .strictObject({
        kind: z.literal("hls"),
        playlist: described(
          z.string(),
          "Text of an HLS playlist (RFC 8216) with a signed address of each segment.",
          "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nhttps://…\n#EXT-X-ENDLIST\n",
        ),
        expires_at: TimestampView,
        next: described(
          z.exactOptional(MediaOffsetText),
          "Set if a playable copy is too long for one playlist: ask again with this time as `from`.",
          "26:40:00.000",
        ),
      })
      .check(z.meta({ id: "PlayablePlaylist" })),
  ])
  .check(z.meta({ id: "Playable" }));
export type Playable = z.infer<typeof Playable>;
