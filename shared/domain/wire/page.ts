import * as z from "zod/mini";
import { described } from "./described.ts";
import { wholeNumber } from "./whole-number.ts";

const maxOffset = 999_999_999_999_999;

/** The query parameters of every list. */
export const pageQuery = {
  limit: described(
    z._default(wholeNumber(1, 100), 20),
    "Maximum number of results: 1 to 100, default 20.",
    20,
  ),
  offset: described(
    z._default(wholeNumber(0, maxOffset), 0),
    "Number of results to skip: 0 or more, default 0.",
    0,
  ),
};

/** The part of a list that a caller requests. */
export type PageRequest = { readonly limit: number; readonly offset: number };
