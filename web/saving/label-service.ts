import { serviceOnce } from "../api/service.ts";
import type { Answer, LabelService } from "./send.ts";

type Answering = Promise<{ data?: unknown; error?: unknown; response: Response }>;

const shape = { shape: "full" } as const;

/** The operations on labels, in the service of this page. */
export const labelService: LabelService = {
  create: (body, key) =>
    answerOf(
      serviceOnce.POST("/annotations", {
        body,
        params: { query: shape, header: { "Idempotency-Key": key } },
      }),
    ),
  read: (id) => answerOf(serviceOnce.GET("/annotations/{id}", { params: { path: { id }, query: shape } })),
  change: (id, body, etag) =>
    answerOf(
      serviceOnce.PATCH("/annotations/{id}", {
        body,
        params: { path: { id }, query: shape, header: { "If-Match": etag } },
      }),
    ),
  remove: (id, etag) =>
    answerOf(
      serviceOnce.DELETE("/annotations/{id}", { params: { path: { id }, header: { "If-Match": etag } } }),
    ),
  vote: (id, species_id, key) =>
    answerOf(
      serviceOnce.POST("/annotations/{id}/identifications/{species_id}", {
        params: { path: { id, species_id }, query: shape, header: { "Idempotency-Key": key } },
      }),
    ),
  voteAll: (body) => answerOf(serviceOnce.POST("/identifications/batch", { body: [...body] })),
  unvote: (id, species_id) =>
    answerOf(
      serviceOnce.DELETE("/annotations/{id}/identifications/{species_id}", {
        params: { path: { id, species_id }, query: shape },
      }),
    ),
};

async function answerOf(request: Answering): Promise<Answer> {
  const { data, error, response } = await request;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return {
    status: response.status,
    body: data ?? error,
    pauseMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined,
  };
}
