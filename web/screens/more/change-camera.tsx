import { useSignal } from "@preact/signals";
import { answered, answeredUnless } from "../../api/answer.ts";
import { fetchAgain, useQuery } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { Fields } from "../../parts/form/fields.ts";
import { Form } from "../../parts/form/form.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { moreText } from "../../text/more.ts";
import { CameraFields } from "./camera-fields.tsx";
import { bodyOf, type CameraForm, differences, formOf, mergedForm, readForm } from "./camera-form.ts";
import { ConflictView } from "./conflict.tsx";

type Stored = { readonly form: CameraForm; readonly etag: string };
type Props = { readonly id: number; readonly onClose: (said?: string) => void };

/** @param onClose called with a sentence about the result */
export function ChangeCamera({ id, onClose }: Props) {
  const more = moreText.value;
  const stored = useQuery<Stored>({
    queryKey: ["capturesource", id],
    queryFn: () => storedCamera(id),
    // The form must begin with the values that are stored now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog title={more.changeOf(stored.data?.form.name ?? "")} onClose={() => onClose()}>
      {stored.isPending && <Loading what={more.whatCameras} />}
      {stored.error && <Problem error={stored.error} onRetry={() => void stored.refetch()} />}
      {stored.data && <ChangeForm id={id} stored={stored.data} onClose={onClose} />}
    </Dialog>
  );
}

function ChangeForm({ id, stored, onClose }: Props & { readonly stored: Stored }) {
  const more = moreText.value;
  const base = useSignal(stored);
  const conflict = useSignal<{ readonly mine: CameraForm; readonly theirs: Stored } | undefined>(undefined);

  async function save(mine: CameraForm) {
    const { form, etag } = base.value;
    const changed = differences(form, mine);
    if (changed.length === 0) return onClose();
    const all = bodyOf(mine);
    const body = Object.fromEntries(changed.map((field) => [field, all[field]]));
    const header = { "If-Match": etag };
    const request = service.PATCH("/capturesources/{id}", { params: { path: { id }, header }, body });
    const saved = await answeredUnless(412, request);
    if (saved === undefined) {
      const theirs = await storedCamera(id);
      // If the response to a first attempt was lost, the second attempt finds its own change as a conflict.
      const isMine = differences(mergedForm(form, mine, theirs.form), theirs.form).length === 0;
      if (!isMine) {
        conflict.value = { mine, theirs };
        return;
      }
    }
    await fetchAgain({ queryKey: ["capturesources"] });
    const left = saved?.headers.get("pending-annotations") ?? null;
    const follows = left === null || left === "0" ? "" : ` ${more.pending(left)}`;
    onClose(more.changed(mine.name) + follows);
  }

  if (conflict.value) {
    const { mine, theirs } = conflict.value;
    const merged = mergedForm(base.value.form, mine, theirs.form);
    const saveMine = () => {
      base.value = theirs;
      return save(merged);
    };
    return <ConflictView mine={merged} theirs={theirs.form} onLeave={() => onClose()} onSave={saveMine} />;
  }
  return (
    <Form send={more.save} onSend={(fields: Fields) => save(readForm(fields))}>
      <CameraFields form={stored.form} isNew={false} />
    </Form>
  );
}

async function storedCamera(id: number): Promise<Stored> {
  const { data, headers } = await answered(service.GET("/capturesources/{id}", { params: { path: { id } } }));
  return { form: formOf(data), etag: headers.get("etag") ?? "*" };
}
