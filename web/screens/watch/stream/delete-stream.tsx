import { useSignal } from "@preact/signals";
import { removed } from "../../../api/answer.ts";
import { fetchAgain } from "../../../api/query.ts";
import { service } from "../../../api/service.ts";
import { Problem } from "../../../parts/problem.tsx";
import { go, screenLink } from "../../../route.ts";
import { labellingText } from "../../../text/labelling.ts";
import { watchText } from "../../../text/watch.ts";

/** The button that deletes a stream, which asks first. */
export function DeleteStream({ id }: { readonly id: number }) {
  const watch = watchText.value;
  const isAsking = useSignal(false);
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  async function remove() {
    if (isBusy.value) return;
    isBusy.value = true;
    error.value = undefined;
    try {
      await removed(service.DELETE("/videostreams/{id}", { params: { path: { id } } }));
      void fetchAgain({ queryKey: ["streams"] });
      go(screenLink("streams"));
    } catch (refusal) {
      error.value = refusal;
      isBusy.value = false;
    }
  }
  if (!isAsking.value) {
    return (
      <button
        type="button"
        class="plain delete"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {watch.deleteVideo} …
      </button>
    );
  }
  return (
    <div role="alert">
      <p>{watch.deleteVideoSure}</p>
      {error.value !== undefined && <Problem error={error.value} />}
      <div class="buttons">
        <button
          type="button"
          class="primary"
          onClick={() => {
            isAsking.value = false;
          }}
        >
          {labellingText.value.keep}
        </button>
        <button type="button" aria-disabled={isBusy.value} onClick={() => void remove()}>
          {watch.deleteVideo}
        </button>
      </div>
    </div>
  );
}
