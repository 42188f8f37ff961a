import { useSignal } from "@preact/signals";
import { refusalOf } from "../../../../client/refusal.ts";
import { useCaptureSources } from "../../../api/capture-sources.ts";
import { useLabelCounts } from "../../../api/label-counts.ts";
import { isAtLeast, type Me } from "../../../api/me.ts";
import { fetchAgain, useQuery } from "../../../api/query.ts";
import { service } from "../../../api/service.ts";
import { Dialog } from "../../../parts/dialog.tsx";
import type { Fields } from "../../../parts/form/fields.ts";
import { Choice, Field, Form } from "../../../parts/form/form.tsx";
import { Loading } from "../../../parts/loading.tsx";
import { zoneName } from "../../../parts/local-time.ts";
import { cameraName } from "../../../parts/places/hidden.ts";
import { Problem } from "../../../parts/problem.tsx";
import { moreText } from "../../../text/more.ts";
import { shellText } from "../../../text/shell.ts";
import { watchText } from "../../../text/watch.ts";
import { DeleteStream } from "./delete-stream.tsx";
import { type StoredStream, storedStream } from "./stored-stream.ts";
import { changesIn, toInput } from "./stream-form.ts";

type Props = {
  readonly id: number;
  readonly me: Me;
  /** Called with a sentence about the result, if there is one. */
  readonly onClose: (said?: string) => void;
};

/** Curators correct the times of a stream and move it to another camera. Admins delete it. */
export function ChangeStream({ id, me, onClose }: Props) {
  const watch = watchText.value;
  const stored = useQuery<StoredStream>({
    queryKey: ["stored stream", id],
    queryFn: () => storedStream(id),
    // The form must begin with the values that are stored now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isLate = useSignal(false);
  const { data } = stored;
  const readAgain = async () => {
    isLate.value = true;
    await stored.refetch();
  };
  return (
    <Dialog title={watch.changeVideo} onClose={() => onClose()}>
      {stored.isPending && <Loading what={watch.thisVideo} />}
      {stored.error && <Problem error={stored.error} onRetry={() => void stored.refetch()} />}
      {isLate.value && <p role="alert">{watch.changedMeanwhile}</p>}
      {data && (
        <>
          {data.stream.filename && <p class="quiet">{data.stream.filename}</p>}
          <ChangeForm key={data.etag} stored={data} onLate={readAgain} onClose={onClose} />
          {isAtLeast(me.role, "admin") && <DeleteStream id={id} />}
        </>
      )}
    </Dialog>
  );
}

type FormProps = Pick<Props, "onClose"> & {
  readonly stored: StoredStream;
  readonly onLate: () => Promise<void>;
};

function ChangeForm({ stored: { stream, etag }, onLate, onClose }: FormProps) {
  const watch = watchText.value;
  const { id, startTime, endTime, capturesource } = stream;
  const cameras = useCaptureSources().data;
  const labels = useLabelCounts(id, true).data;
  if (cameras === undefined || labels === undefined) return <Loading what={watch.thisVideo} />;
  const zone = cameras.get(capturesource)?.time_zone;
  const shownZone = zoneName(Date.parse(startTime), zone, shellText.value.locale);
  const byName = [...cameras.values()].sort((a, b) => a.name.localeCompare(b.name));

  async function save(fields: Fields, first: Fields) {
    const body = changesIn(fields, first, stream, zone);
    if (Object.keys(body).length === 0) return onClose();
    const params = { path: { id }, header: { "If-Match": etag } };
    const { error, response } = await service.PATCH("/videostreams/{id}", { params, body });
    if (response.status === 412) {
      // If the response to a first attempt was lost, the second attempt meets its own change.
      const { stream: now } = await storedStream(id);
      if (!isStored(body, now)) return onLate();
    } else if (!response.ok) {
      throw refusalOf(response, error);
    }
    const left = response.headers.get("pending-annotations");
    await Promise.all([fetchAgain({ queryKey: ["videostream", id] }), fetchAgain({ queryKey: ["streams"] })]);
    onClose(watch.videoChanged + (left === null || left === "0" ? "" : ` ${moreText.peek().pending(left)}`));
  }

  return (
    <Form send={moreText.value.save} onSend={save}>
      <Field
        name="startTime"
        type="datetime-local"
        label={watch.startBy(shownZone)}
        {...(endTime !== null && { hint: watch.startHint })}
        value={toInput(startTime, zone)}
      />
      {endTime !== null && (
        <Field
          name="endTime"
          type="datetime-local"
          label={watch.endBy(shownZone)}
          value={toInput(endTime, zone)}
        />
      )}
      {labels.all === 0 && endTime !== null ? (
        <Choice
          name="capturesource"
          label={watch.camera}
          value={String(capturesource)}
          options={byName.map((camera) => [String(camera.id), cameraName(camera.id, camera)] as const)}
        />
      ) : (
        <p class="hint">{watch.cameraStays}</p>
      )}
    </Form>
  );
}

/** Returns `true` if a stream has all values of a change. */
function isStored(body: ReturnType<typeof changesIn>, stream: StoredStream["stream"]): boolean {
  const {
    startTime = stream.startTime,
    endTime = stream.endTime,
    capturesource = stream.capturesource,
  } = body;
  return (
    startTime === stream.startTime && endTime === stream.endTime && capturesource === stream.capturesource
  );
}
