import { kinds } from "../../support/video/kinds.ts";
import { usual } from "../support/numbered-videos.ts";
import { sameFrames } from "../support/same-frames.ts";

sameFrames([...usual, ...kinds.filter(({ name }) => name.includes("without cues"))]);
