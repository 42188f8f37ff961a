import { answer } from "../../../api/answer.ts";
import { service, serviceOnce } from "../../../api/service.ts";
import { PlayableCopy } from "./playable-copy.ts";

/** Returns the copy of a stream's video. @param onMade see `PlayableCopy` */
export function copyOf(stream: number, onMade: () => Promise<void>, closed: AbortSignal): PlayableCopy {
  const path = { id: stream };
  return new PlayableCopy({
    async read() {
      const params = { path, query: { shape: "full" } } as const;
      const found = await answer(service.GET("/videostreams/{id}", { params, signal: closed }));
      if ("copy" in found) return found;
      throw new Error("The service does not know copies.");
    },
    // If the day has no minutes left, the service asks to wait for hours, so the request is not repeated.
    ask: () => answer(serviceOnce.POST("/videostreams/{id}/copy", { params: { path } })),
    onMade,
    closed,
  });
}
