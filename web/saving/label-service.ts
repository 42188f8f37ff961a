import { serviceOnce } from "../api/service.ts";
import type { Answer, LabelService } from "./send.ts";

type Answering = Promise<{ data?: unknown; error?: unknown; response: Response }>;

const query = { shape: "full" } as const;
const keyed = (key: string) => ({ "Idempotency-Key": key });
const ifMatch = (etag: string) => ({ "If-Match": etag });

/** The operations on labels, in the service of this page. */
export const labelService: LabelService = {
  create: (body, key) =>
    answerOf(serviceOnce.POST("/annotations", { body, params: { query, header: keyed(key) } })),
  read: (id) => answerOf(serviceOnce.GET("/annotations/{id}", { params: { path: { id }, query } })),
  change: (id, body, etag) => {
    const params = { path: { id }, query, header: ifMatch(etag) };
    return answerOf(serviceOnce.PATCH("/annotations/{id}", { body, params }));
  },
  remove: (id, etag) =>
    answerOf(serviceOnce.DELETE("/annotations/{id}", { params: { path: { id }, header: ifMatch(etag) } })),
  vote: (id, species_id, key) => {
    const params = { path: { id, species_id }, query, header: keyed(key) };
    return answerOf(serviceOnce.POST("/annotations/{id}/identifications/{species_id}", { params }));
  },
  voteAll: (body) => answerOf(serviceOnce.POST("/identifications/batch", { body: [...body] })),
  unvote: (id, species_id) => {
    const params = { path: { id, species_id }, query };
    return answerOf(serviceOnce.DELETE("/annotations/{id}/identifications/{species_id}", { params }));
  },
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
