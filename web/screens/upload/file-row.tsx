import { formatBytes } from "../../../client/format-bytes.ts";
import { oddTime } from "../../../client/recording/odd-time.ts";
import { LeavingButton } from "../../parts/leaving-button.tsx";
import { duration, zoneName } from "../../parts/local-time.ts";
import { isAvi } from "../../picture/avi.ts";
import { shellText } from "../../text/shell.ts";
import { uploadText } from "../../text/upload.ts";
import { remove, said } from "./chosen-files.ts";
import { fromInput, toInput } from "./local-input.ts";
import { type Chosen, isStart, type Planned } from "./plan.ts";

/** A file with its properties and its start, which can be changed. */
export function FileRow({ planned }: { readonly planned: Planned }) {
  const upload = uploadText.value;
  const { chosen } = planned;
  const name = chosen.path.split("/").at(-1) ?? "";
  return (
    <li class="chosen-file">
      <div class="what">
        <strong>{name}</strong>
        <span class="quiet">{factsOf(chosen)}</span>
        <Playing chosen={chosen} />
      </div>
      <StartField planned={planned} name={name} />
      <LeavingButton
        class="plain round"
        aria-label={upload.remove(name)}
        title={upload.remove(name)}
        onClick={() => remove(new Set([chosen.id]))}
      >
        ×
      </LeavingButton>
    </li>
  );
}

/** Returns `Video · 14 s · 3.2 MB`. */
function factsOf({ kind, video, file }: Chosen): string {
  const upload = uploadText.value;
  const seconds = video?.seconds;
  return [
    upload.kind[kind.kind],
    ...(seconds === undefined ? [] : [duration(seconds * 1000)]),
    formatBytes(file.size),
  ].join(" · ");
}

/** Warns that this browser cannot play a video, which can still be uploaded. */
function Playing({ chosen: { kind, video } }: { readonly chosen: Chosen }) {
  const upload = uploadText.value;
  if (kind.kind === "picture" || video?.plays) return null;
  if (isAvi(kind.type)) return <span class="quiet">{upload.avi}</span>;
  return (
    <span class="doubt">{video?.codec === undefined ? upload.notRead : upload.notPlayed(video.codec)}</span>
  );
}

/** Returns the id of the field for a file's start. @param id the file's id in the list */
export function startId(id: number): string {
  return `start-${id}`;
}

function StartField({ planned, name }: { readonly planned: Planned; readonly name: string }) {
  const upload = uploadText.value;
  const shell = shellText.value;
  const { start, zone, chosen } = planned;
  const ms = isStart(start) ? start.ms : undefined;
  return (
    <div class="start wraps">
      <label>
        <span class="unseen">{upload.startOf(name)}</span>
        <input
          id={startId(chosen.id)}
          type="datetime-local"
          step="1"
          min="1970-01-01T00:00:00"
          max="9999-12-31T23:59:59"
          value={ms === undefined ? "" : toInput(ms, zone)}
          aria-invalid={ms === undefined}
          onChange={({ currentTarget: { value } }) => {
            const starts = new Map(said.value.starts);
            const typedMs = fromInput(value, zone);
            if (typedMs === undefined) starts.delete(chosen.id);
            else starts.set(chosen.id, typedMs);
            said.value = { ...said.value, starts };
          }}
        />
      </label>
      <span>{zoneName(ms ?? 0, zone, shell.locale)}</span>
      <StartNote start={start} />
    </div>
  );
}

/** The source of a start, a warning about an odd start, or the reason why there is none. */
function StartNote({ start }: Pick<Planned, "start">) {
  const upload = uploadText.value;
  if (start === "no zone") return <span class="doubt">{upload.noStart}</span>;
  if (!isStart(start)) return <span class="doubt">{upload.outside[start.outside]}</span>;
  const { ms, from } = start;
  const odd = oddTime(ms, Date.now());
  return (
    <>
      <span class={from === "file time" ? "doubt" : "quiet"}>{upload.from[from]}</span>
      {odd !== undefined && <span class="doubt odd">{upload.odd[odd]}</span>}
    </>
  );
}
