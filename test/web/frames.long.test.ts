import { compareFrames } from "./support/compare-frames.ts";
import { copied, others, usual } from "./support/numbered-videos.ts";

compareFrames([...usual, ...others, ...copied], { seeks: 40, playMs: 5000 });
