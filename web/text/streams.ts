import { streams } from "./en/streams.ts";
import { inLanguage } from "./language.ts";

export const streamsText = inLanguage("streams", streams);
