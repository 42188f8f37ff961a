import { others } from "../support/numbered-videos.ts";
import { sameFrames } from "../support/same-frames.ts";

sameFrames(others);
