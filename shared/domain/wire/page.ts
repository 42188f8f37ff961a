import * as z from "zod/mini";
import { wholeNumber } from "./whole-number.ts";

const maxOffset = 999_999_999_999_999;

/** The query parameters of every list. */
export const pageQuery = {
  limit: z
    ._default(wholeNumber(1, 100), 20)
    .check(z.meta({ description: "Maximum number of results: 1 to 100, default 20.", examples: [20] })),
  offset: z
    ._default(wholeNumber(0, maxOffset), 0)
    .check(z.meta({ description: "Number of results to skip: 0 or more, default 0.", examples: [0] })),
};

/** The part of a list that a caller requests. */
export type PageRequest = { readonly limit: number; readonly offset: number };
