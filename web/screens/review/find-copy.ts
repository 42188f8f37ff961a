import { answer } from "../../api/answer.ts";
import { service } from "../../api/service.ts";
import { Address } from "../../picture/address.ts";
import type { Size } from "../../picture/view.ts";

/**
 * Returns the address of a stream's copy, and the size of the original, in whose pixels boxes are.
 * @throws Error without a copy
 */
export async function findCopy(
  stream: number,
): Promise<{ readonly address: Address; readonly originalSize: Size | undefined }> {
  const params = { path: { id: stream }, query: { shape: "full" } } as const;
  const found = await answer(service.GET("/videostreams/{id}", { params }));
  const isThere = "copy" in found && (found.copy === "there" || found.copy === "making");
  if (!isThere) throw new Error("There is no copy.");
  const { width, height } = found;
  const originalSize = width === undefined || height === undefined ? undefined : { width, height };
  return { address: new Address(stream, "copy"), originalSize };
}
