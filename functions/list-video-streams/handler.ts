import { serve } from "../../shared/serve/serve.ts";
import { copiesOf } from "../../shared/store/copy/reader.ts";
import { listVideoStreams as list } from "../../shared/store/stream/reader.ts";
import { contract } from "./contract.ts";
import { listVideoStreams } from "./list-video-streams.ts";

export const handler = serve(contract, (table) =>
  listVideoStreams({ list: list(table), copiesOf: copiesOf(table) }),
);
