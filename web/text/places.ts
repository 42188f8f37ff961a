import { places } from "./en/places.ts";
import { inLanguage } from "./language.ts";

export const placesText = inLanguage("places", places);
