import { map } from "./en/map.ts";
import { inLanguage } from "./language.ts";

export const mapText = inLanguage("map", map);
