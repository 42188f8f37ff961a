import { requireAnnotationMatch } from "../../shared/annotations/annotation-match.ts";
import { type Annotation, unknownAnnotation } from "../../shared/domain/annotation.ts";
import { observerOf, type ReadReferences } from "../../shared/domain/annotation-references.ts";
import { requireAuthorship } from "../../shared/domain/annotation-rights.ts";
import { type Shape, viewAnnotation } from "../../shared/domain/annotation-shape.ts";
import type { CaptureSource } from "../../shared/domain/capture-source.ts";
import { patchAnnotation } from "../../shared/domain/make-annotation.ts";
import type { User } from "../../shared/domain/user.ts";
import type { VideoStream } from "../../shared/domain/video-stream.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationWriter } from "../../shared/store/annotation-writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly annotations: Pick<AnnotationWriter, "update">;
  readonly referencesOf: ReadReferences;
  readonly defaultShape: Shape;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "query" | "body" | "ifMatch">;

/** Changes the fields that the patch includes. A client may send back the observer that it read. */
export function updateAnnotation({
  findAnnotation,
  findStream,
  findSource,
  annotations,
  referencesOf,
  defaultShape,
  nowMs,
}: Deps) {
  /** Whether the annotation shows this text already, be it typed or the author's name, which may change. */
  async function observerIsShown(annotation: Annotation, observer: string): Promise<boolean> {
    return observerOf(annotation, await referencesOf([annotation], "observation")) === observer;
  }

  return async ({ params: { id }, query, body, ifMatch }: Input, caller: Eventual<User>) => {
    const updated = await retryChanged(async () => {
      const annotation = await findAnnotation(id);
      if (annotation === undefined) throw unknownAnnotation(id);
      requireAuthorship(annotation, await caller);
      await requireAnnotationMatch(ifMatch, annotation, referencesOf);
      const [stream, source, isShown] = await Promise.all([
        findStream(annotation.videostream),
        findSource(annotation.source),
        body.observer !== undefined && observerIsShown(annotation, body.observer),
      ]);
      const patch = isShown ? { ...body, observer: undefined } : body;
      const result = await annotations.update(
        annotation,
        patchAnnotation(annotation, patch, { stream, timeZone: source?.timeZone }, nowMs()),
      );
      return result === "species-changed" ? "changed-meanwhile" : result;
    });
    const { shape = defaultShape } = query;
    const references = await referencesOf([updated], shape);
    return { status: 200, body: viewAnnotation(updated, shape, references) } as const;
  };
}
