import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { formatBytes } from "../../../client/format-bytes.ts";
import { LeavingButton } from "../../parts/leaving-button.tsx";
import { uploadText } from "../../text/upload.ts";
import { isUnfinished } from "./order.ts";
import { begun, clearEnded, goOn, pause, totalMeter, type Upload, uploads } from "./queue.ts";
import { leftText, UploadRow } from "./upload-row.tsx";

/** The uploads, running and ended. */
export function Uploading() {
  const upload = uploadText.value;
  const list = uploads.value;
  const states = list.map(({ state }) => state.value.kind);
  const isMoving = states.some((kind) => kind === "reading" || kind === "sending");
  useRedrawing(isMoving);
  const heading = useNewFocus(begun.value);
  if (list.length === 0) return null;
  const count = (...kinds: readonly string[]) => states.filter((kind) => kinds.includes(kind)).length;
  const arrived = count("imported", "there");
  return (
    <section class="uploading" aria-labelledby="uploading">
      <header class="wraps">
        <h2 id="uploading" ref={heading} tabIndex={-1}>
          {upload.uploading}
        </h2>
        <p role="status">
          {upload.arrived(arrived, list.length)}
          {count("failed") > 0 && ` ${upload.failed(count("failed"))}`}
        </p>
        {count("waiting", "reading", "sending") > 0 && list.length > 1 && (
          <button type="button" onClick={() => list.forEach(pauseRunning)}>
            {upload.pauseAll}
          </button>
        )}
        {count("paused", "failed") > 0 && list.length > 1 && (
          <button type="button" onClick={() => list.forEach(goOn)}>
            {upload.goOnAll}
          </button>
        )}
        {arrived + count("failed") > 0 && (
          <LeavingButton class="plain" onClick={clearEnded}>
            {upload.clear}
          </LeavingButton>
        )}
      </header>
      {list.length > 1 && <Failed list={list} />}
      {list.length > 1 && count("waiting", "paused", "reading", "sending") > 0 && <Total list={list} />}
      <ul class="panel">
        {list.map((each) => (
          <UploadRow key={each.id} upload={each} />
        ))}
      </ul>
    </section>
  );
}

/** The button that started an upload has disappeared, so the heading of the uploads gets the focus. */
function useNewFocus(times: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(times);
  useLayoutEffect(() => {
    if (times > before.current) heading.current?.focus();
    before.current = times;
  }, [times]);
  return heading;
}

function pauseRunning(upload: Upload): void {
  if (upload.state.value.kind !== "paused") pause(upload);
}

/** Names the files that failed, which may be far apart in a long list. */
function Failed({ list }: { readonly list: readonly Upload[] }) {
  const failed = list.flatMap(({ id, path, state: { value } }) =>
    value.kind === "failed" ? { id, path, reason: value.reason } : [],
  );
  if (failed.length === 0) return null;
  return (
    <ul class="notice bad" aria-label={uploadText.value.failedFiles}>
      {failed.map(({ id, path, reason }) => (
        <li key={id}>
          <strong>{path}</strong>: {reason}
        </li>
      ))}
    </ul>
  );
}

function Total({ list }: { readonly list: readonly Upload[] }) {
  const upload = uploadText.value;
  const counted = list.filter(({ state }) => state.value.kind !== "failed");
  const sum = (bytes: (each: Upload) => number) => counted.reduce((total, each) => total + bytes(each), 0);
  const total = sum(({ bytes }) => bytes);
  const done = sum((each) => (isUnfinished(each.state.value) ? each.arrivedBytes.value : each.bytes));
  return (
    <div class="total">
      <progress value={done} max={Math.max(1, total)} aria-label={upload.total} />
      <p class="numbers">
        {upload.sent(formatBytes(done), formatBytes(total))}
        {leftText(totalMeter.bytesPerSecond(), total - done)}
      </p>
    </div>
  );
}

/** Draws again each half second, because rates change even without progress. */
function useRedrawing(isMoving: boolean): void {
  const [, redraw] = useReducer<number, void>((times) => times + 1, 0);
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => redraw(), 500);
    return () => clearInterval(timer);
  }, [isMoving]);
}
