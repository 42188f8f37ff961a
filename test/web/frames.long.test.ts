import { compareFrames } from "./support/compare-frames.ts";
import { others, usual } from "./support/numbered-videos.ts";

compareFrames([...usual, ...others], { seeks: 40, playMs: 5000 });
