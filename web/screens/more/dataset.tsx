import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { datasetKey, useDataset } from "../../api/dataset.ts";
import { isAtLeast, type Me } from "../../api/me.ts";
import { fetchAgain } from "../../api/query.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { datasetText } from "../../text/dataset.ts";
import { ChangeDataset } from "./change-dataset.tsx";
import { DatasetView } from "./dataset-view.tsx";

/** The section Dataset: the description of the data, with a form for admins. */
export function DatasetPart({ me }: { readonly me: Me }) {
  const dataset = datasetText.value;
  const said = useSignal("");
  // A new number resets the form. With the same number, the form keeps the text that the person has typed.
  const begun = useSignal(0);
  const top = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // After a reset, the button that had the focus no longer exists.
    if (begun.value > 0) top.current?.focus();
  }, [begun.value]);
  const stored = useDataset();
  if (!stored.data) {
    if (!stored.error) return <Loading what={dataset.loaded} />;
    return <Problem error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  if (!isAtLeast(me.role, "admin")) {
    return stored.data.dataset ? <DatasetView dataset={stored.data.dataset} /> : <p>{dataset.none}</p>;
  }
  return (
    <>
      <p class="hint" ref={top} tabIndex={-1}>
        {dataset.what}
      </p>
      <ChangeDataset
        key={begun.value}
        stored={stored.data}
        said={said}
        onDone={async () => {
          await fetchAgain({ queryKey: datasetKey });
          begun.value += 1;
        }}
      />
      <p role="status">{said.value}</p>
    </>
  );
}
