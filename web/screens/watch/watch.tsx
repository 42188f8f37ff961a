import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { answer, Refusal } from "../../api/answer.ts";
import { useCaptureSources } from "../../api/capture-sources.ts";
import { isAtLeast, useMe } from "../../api/me.ts";
import { useQuery } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { type Hearer, useKeys } from "../../keys/hearing.ts";
import { later } from "../../parts/later.tsx";
import { Loading } from "../../parts/loading.tsx";
import { cameraName } from "../../parts/places/hidden.ts";
import { Problem } from "../../parts/problem.tsx";
import { useTitle } from "../../parts/title.ts";
import { route, screenLink } from "../../route.ts";
import { shellText } from "../../text/shell.ts";
import { watchText } from "../../text/watch.ts";
import { momentText } from "./camera-time.ts";
import { NeighbourButtons } from "./neighbour-buttons.tsx";
import { Neighbours } from "./neighbours.ts";
import { Viewer } from "./viewer.tsx";
import type { VideoStream } from "./watching.ts";

// Few people change a stream, so its dialog is not loaded with the screen.
const ChangeStream = later(async () => (await import("./stream/change-stream.tsx")).ChangeStream);

/** The screen Watch: one stream with its labels. */
export function Watch() {
  const watch = watchText.value;
  const id = useSignal(route.peek().id ?? 0).value;
  const stream = useQuery<VideoStream>({
    queryKey: ["videostream", id],
    queryFn: ({ signal }) => answer(service.GET("/videostreams/{id}", { params: { path: { id } }, signal })),
    // The picture and its labels belong to the version that was opened.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isUnknown = stream.error instanceof Refusal && stream.error.status === 404;
  if (isUnknown) {
    return (
      <section class="message">
        <NoKeys id={id} />
        <h1>{watch.unknownStream(id)}</h1>
        <a href={screenLink("streams")}>{watch.back}</a>
      </section>
    );
  }
  if (stream.error) {
    return (
      <>
        <NoKeys id={id} />
        <Problem error={stream.error} onRetry={() => void stream.refetch()} />
      </>
    );
  }
  if (stream.data === undefined) return <Loading what={watch.thisVideo} />;
  return <Titled stream={stream.data} />;
}

/** Keys must not wait for a stream that does not exist. The screen says what is wrong. */
function NoKeys({ id }: { readonly id: number }) {
  useKeys("watch", id, none);
  return null;
}

const none: Hearer = () => false;

function Titled({ stream }: { readonly stream: VideoStream }) {
  const watch = watchText.value;
  const camera = useCaptureSources().data?.get(stream.capturesource);
  const zone = camera?.time_zone;
  const when = momentText(Date.parse(stream.startTime), zone, shellText.value.locale);
  const name = cameraName(stream.capturesource, camera);
  useTitle(watch.titleOf(name, when));
  const neighbours = useMemo(() => new Neighbours(stream), [stream]);
  const me = useMe().data;
  const isChanging = useSignal(false);
  const said = useSignal("");
  return (
    <div class="watch">
      <header class="wraps">
        <h1>
          {name} <span class="when hint">{when}</span>
          {stream.endTime === null && <span class="live">{watch.live}</span>}
        </h1>
        {me && isAtLeast(me.role, "curator") && (
          <button
            type="button"
            class="plain change"
            aria-label={watch.changeVideo}
            onClick={() => {
              isChanging.value = true;
            }}
          >
            {watch.change}
          </button>
        )}
        <span role="status">{said.value}</span>
        <NeighbourButtons neighbours={neighbours} camera={name} />
      </header>
      {me && isChanging.value && (
        <ChangeStream
          id={stream.id}
          me={me}
          onClose={(sentence = "") => {
            isChanging.value = false;
            said.value = sentence;
          }}
        />
      )}
      <Viewer stream={stream} zone={zone} neighbours={neighbours} />
    </div>
  );
}
