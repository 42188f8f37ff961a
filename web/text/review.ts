import { review } from "./en/review.ts";
import { inLanguage } from "./language.ts";

export const reviewText = inLanguage("review", review);
