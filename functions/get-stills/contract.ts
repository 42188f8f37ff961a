import * as z from "zod/mini";
import { WantedStills } from "../../shared/domain/media/still.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { StillAnswer } from "../../shared/views/media/still.ts";

export const contract = defineContract({
  operationId: "get-stills",
  method: "POST",
  path: "/stills",
  summary: "Get up to 50 stills of video streams.",
  description:
    "`readonly` users get stills only at the start, the end and the keypoints of the stream's annotations. Annotators get any still. The results are in the order of the items. A request cuts up to 8 new stills, all of one stream. The other new stills are `pending`: request them again. Signed URLs need no token and work for 15 minutes. For the rate limit, each item counts as a fifth of a request.",
  access: "readonly",
  itemCost: 1 / 5,
  makesRecord: false,
  body: WantedStills,
  responses: { 200: z.strictObject({ results: z.array(StillAnswer) }) },
});
