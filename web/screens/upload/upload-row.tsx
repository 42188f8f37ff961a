import { formatBytes } from "../../../client/format-bytes.ts";
import { dayRange, duration, localClock, localDay, zoneName } from "../../parts/local-time.ts";
import { isAvi } from "../../picture/avi.ts";
import { watchLink } from "../../route.ts";
import { shellText } from "../../text/shell.ts";
import { uploadText } from "../../text/upload.ts";
import { goOn, pause, type Upload } from "./queue.ts";

/** A file that is being uploaded: its progress, and its buttons. */
export function UploadRow({ upload }: { readonly upload: Upload }) {
  const { kind } = upload.state.value;
  const name = upload.path.split("/").at(-1) ?? "";
  return (
    <li class={`upload-row ${kind}`}>
      <div class="what">
        <strong>{name}</strong>
        <span class="quiet">{whereOf(upload)}</span>
      </div>
      <Progress upload={upload} name={name} />
      <Action upload={upload} name={name} />
    </li>
  );
}

/** Returns `Otter bend, 2 Mar 2026 21:10:05 CET`. The year shows if a camera has lost its power and its clock. */
function whereOf({ camera, startMs }: Upload): string {
  const { locale } = shellText.value;
  const zone = camera.timeZone;
  const day = localDay(startMs, zone);
  return `${camera.name}, ${dayRange(day, day, locale)} ${localClock(startMs, zone)} ${zoneName(startMs, zone, locale)}`;
}

function Progress({ upload: each, name }: { readonly upload: Upload; readonly name: string }) {
  const upload = uploadText.value;
  const state = each.state.value;
  const { bytes } = each;
  if (state.kind === "failed") return <p class="outcome bad">{state.reason}</p>;
  if (state.kind === "imported") {
    return <p class="outcome good">{isAvi(each.type) ? upload.doneAvi : upload.done}</p>;
  }
  if (state.kind === "there") return <p class="outcome">{upload.there(each.camera.name)}</p>;
  const isReading = state.kind === "reading";
  const done = isReading ? each.readBytes.value : each.arrivedBytes.value;
  const isReadByService = state.kind === "sending" && done === bytes;
  return (
    <div class="progress">
      <progress value={done} max={Math.max(1, bytes)} aria-label={upload.progressOf(name)} />
      <p class="numbers">
        {isReadByService
          ? upload.joining
          : `${upload.state[state.kind]} ${upload.sent(formatBytes(done), formatBytes(bytes))}`}
        {state.kind === "sending" &&
          !isReadByService &&
          leftText(each.meter.value?.bytesPerSecond() ?? 0, bytes - done)}
      </p>
    </div>
  );
}

/** Returns ` · 3.4 MB/s · 6 min left`; empty without progress. */
export function leftText(bytesPerSecond: number, bytesLeft: number): string {
  if (bytesPerSecond === 0) return "";
  const left = duration(Math.max(1000, (bytesLeft / bytesPerSecond) * 1000));
  return ` · ${formatBytes(bytesPerSecond)}/s · ${uploadText.value.left(left)}`;
}

function Action({ upload: each, name }: { readonly upload: Upload; readonly name: string }) {
  const upload = uploadText.value;
  const state = each.state.value;
  if (state.kind === "imported" || state.kind === "there") {
    return (
      <a class="action" href={watchLink(state.stream)} aria-label={upload.watchOf(name)}>
        {upload.watch}
      </a>
    );
  }
  const isStopped = state.kind === "paused" || state.kind === "failed";
  const label = state.kind === "failed" ? upload.again : isStopped ? upload.goOn : upload.pause;
  return (
    <button
      type="button"
      class="action"
      aria-label={`${label}: ${name}`}
      onClick={() => (isStopped ? goOn(each) : pause(each))}
    >
      {label}
    </button>
  );
}
