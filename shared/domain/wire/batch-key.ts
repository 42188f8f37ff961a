import * as z from "zod/mini";
import { described } from "./described.ts";
import { mustBe } from "./must-be.ts";
import { orNull } from "./or-null.ts";

/** The idempotency key of one item of a batch. */
export const batchKey = {
  idempotency_key: orNull(
    described(
      z
        .string({ error: mustBe("1 to 255 printable ASCII characters") })
        .check(z.regex(/^[\x20-\x7e]{1,255}$/)),
      "This item's own idempotency key, like the header Idempotency-Key. An item that is sent again with the same key and fields creates nothing new.",
      "waterhole-2026-03-01T06:30",
    ),
  ),
};
