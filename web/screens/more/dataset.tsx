import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { answered, Refusal } from "../../api/answer.ts";
import { isAtLeast, type Me } from "../../api/me.ts";
import { fetchAgain, useQuery } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { text } from "../../text/text.ts";
import { ChangeDataset } from "./change-dataset.tsx";
import type { StoredDataset } from "./dataset-form.ts";
import { DatasetView } from "./dataset-view.tsx";

const queryKey = ["dataset"];

/** What others read about the data: a form for admins. */
export function DatasetPart({ me }: { readonly me: Me }) {
  const { dataset } = text.value;
  const said = useSignal("");
  // What somebody writes stays: the form begins anew only with a new number.
  const begun = useSignal(0);
  const top = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // The button that had the focus is gone: the form begins anew.
    if (begun.value > 0) top.current?.focus();
  }, [begun.value]);
  const stored = useQuery<StoredDataset>({ queryKey, queryFn: storedDataset, gcTime: 0 });
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
        readAgain={storedDataset}
        said={said}
        onDone={async () => {
          await fetchAgain({ queryKey });
          begun.value += 1;
        }}
      />
      <p role="status">{said.value}</p>
    </>
  );
}

async function storedDataset(): Promise<StoredDataset> {
  const found = await answered(service.GET("/dataset")).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  });
  if (found === undefined) return {};
  return { dataset: found.data, etag: found.headers.get("etag") ?? "*" };
}
