import { useSignal } from "@preact/signals";
import type { components } from "../../../client/paths.d.ts";
import { answer, Refusal, removed } from "../../api/answer.ts";
import type { CaptureSource } from "../../api/capture-sources.ts";
import { fetchAgain, useQuery } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/form/form.tsx";
import { Table } from "../../parts/list/table.tsx";
import { Loading } from "../../parts/loading.tsx";
import { cameraName } from "../../parts/places/hidden.ts";
import { Problem } from "../../parts/problem.tsx";
import { useWish } from "../../parts/wish.ts";
import { moreText } from "../../text/more.ts";

type SiteKey = components["schemas"]["SiteKey"];
type Props = { readonly camera: CaptureSource; readonly onClose: () => void };

/** The site keys of a camera. */
export function SiteKeys({ camera, onClose }: Props) {
  const more = moreText.value;
  const { id } = camera;
  const keys = useQuery<readonly SiteKey[]>({ queryKey: ["site keys", id], queryFn: () => siteKeysOf(id) });
  const made = useSignal<string | undefined>(undefined);
  const wish = useWish();

  async function make() {
    const params = { path: { id }, header: { "Idempotency-Key": wish.keyOf({ id }) } };
    try {
      made.value = (await answer(service.POST("/capturesources/{id}/keys", { params }))).key;
      wish.fulfilled();
    } catch (error) {
      // The response to an earlier attempt was lost with its secret. The next attempt makes another key.
      if (error instanceof Refusal && error.status === 409) wish.fulfilled();
      throw error;
    } finally {
      await fetchAgain({ queryKey: ["site keys", id] });
    }
  }

  return (
    <Dialog title={more.siteKeysOf(cameraName(id, camera))} onClose={onClose}>
      <p class="hint">{more.siteKeysWhat}</p>
      {keys.isPending && <Loading what={more.whatSiteKeys} />}
      {keys.error && <Problem error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data?.length === 0 && <p>{more.noSiteKeys}</p>}
      {keys.data && keys.data.length > 0 && <KeyTable source={id} keys={keys.data} />}
      {made.value === undefined ? (
        <Form send={more.makeKey} onSend={make}>
          <p class="hint">{more.makeKeyHint}</p>
        </Form>
      ) : (
        <NewKey secret={made.value} />
      )}
    </Dialog>
  );
}

function NewKey({ secret }: { readonly secret: string }) {
  const more = moreText.value;
  const isCopied = useSignal(false);
  return (
    <section class="notice" aria-label={more.newKey}>
      <p>
        <strong>{more.newKey}.</strong> {more.newKeyHint}
      </p>
      <code class="secret">{secret}</code>
      <button
        type="button"
        onClick={() => {
          void navigator.clipboard.writeText(secret).then(() => {
            isCopied.value = true;
          });
        }}
      >
        {isCopied.value ? more.copied : more.copy}
      </button>
    </section>
  );
}

function KeyTable({ source, keys }: { readonly source: number; readonly keys: readonly SiteKey[] }) {
  const more = moreText.value;
  // The key whose revocation the person must confirm.
  const doubted = useSignal<number | undefined>(undefined);
  async function revoke(key: number) {
    await removed(
      service.DELETE("/capturesources/{id}/keys/{key_id}", { params: { path: { id: source, key_id: key } } }),
    );
    doubted.value = undefined;
    await fetchAgain({ queryKey: ["site keys", source] });
  }
  const choose = (key: number | undefined) => () => {
    doubted.value = key;
  };
  return (
    <>
      <Table
        rows={keys}
        columns={[
          { heading: more.key, cell: ({ id }) => more.keyNumber(id) },
          { heading: more.made, cell: ({ created }) => more.day(created) },
          { heading: more.used, cell: ({ last_used }) => more.day(last_used) },
          {
            heading: more.revoke,
            isUnseen: true,
            cell: ({ id }) => (
              <button type="button" aria-label={more.revokeOf(id)} onClick={choose(id)}>
                {more.revoke}
              </button>
            ),
          },
        ]}
      />
      {doubted.value !== undefined && (
        <section class="notice bad" role="alert">
          <p>{more.revokeSure(doubted.value)}</p>
          <Form key={doubted.value} send={more.revoke} onSend={() => revoke(doubted.value ?? 0)}>
            <button type="button" onClick={choose(undefined)}>
              {more.keep}
            </button>
          </Form>
        </section>
      )}
    </>
  );
}

async function siteKeysOf(id: number): Promise<readonly SiteKey[]> {
  const params = { path: { id }, query: { limit: 100 } };
  return (await answer(service.GET("/capturesources/{id}/keys", { params }))).results;
}
