import { useMemo } from "preact/hooks";
import { formatBytes } from "../../../client/format-bytes.ts";
import type { Camera } from "../../../client/recording/match-cameras.ts";
import { useCaptureSources } from "../../api/capture-sources.ts";
import { LeavingButton } from "../../parts/leaving-button.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { uploadText } from "../../text/upload.ts";
import { chosen, remove, said } from "./chosen-files.ts";
import { Clocks } from "./clocks.tsx";
import { startId } from "./file-row.tsx";
import { Folder } from "./folder.tsx";
import { withOddStart } from "./odd-starts.ts";
import { folderOf, isReady, type Planned, planFile } from "./plan.ts";
import { begin } from "./queue.ts";

/** The chosen files with their cameras and starts, for the person to confirm. */
export function Confirm() {
  const upload = uploadText.value;
  const sources = useCaptureSources();
  const cameras = useMemo(
    (): readonly Camera[] =>
      [...(sources.data?.values() ?? [])]
        .map(({ id, name, time_zone }) => ({ id, name, timeZone: time_zone ?? undefined }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [sources.data],
  );
  if (chosen.value.length === 0) return null;
  if (sources.error) return <Problem error={sources.error} onRetry={() => void sources.refetch()} />;
  if (!sources.data) return <Loading what={upload.cameras} />;
  const planned = chosen.value.map((file) => planFile(file, said.value, cameras));
  const folders = Map.groupBy(planned, ({ chosen: { path } }) => folderOf(path));
  return (
    <section class="confirm" aria-labelledby="confirm">
      <h2 id="confirm">{upload.confirm}</h2>
      <p>{upload.confirmHow}</p>
      {cameras.length === 0 && <p class="notice">{upload.noCameras}</p>}
      <Clocks planned={planned} />
      {[...folders].map(([folder, files]) => (
        <Folder key={folder} folder={folder} files={files} cameras={cameras} />
      ))}
      <Begin planned={planned} />
    </section>
  );
}

function Begin({ planned }: { readonly planned: readonly Planned[] }) {
  const upload = uploadText.value;
  const ready = planned.filter(isReady);
  const withoutCamera = planned.filter(({ camera }) => camera === undefined).length;
  const withoutStart = planned.length - ready.length - withoutCamera;
  const odd = withOddStart(ready, Date.now());
  const bytes = ready.reduce((sum, { chosen: { file } }) => sum + file.size, 0);
  return (
    <div class="begin wraps">
      <button
        type="button"
        class="primary"
        disabled={ready.length === 0}
        onClick={() => {
          begin(ready);
          remove(new Set(ready.map(({ chosen: { id } }) => id)));
        }}
      >
        {upload.begin(ready.length, formatBytes(bytes))}
      </button>
      <LeavingButton class="plain" onClick={() => remove(new Set(planned.map(({ chosen: { id } }) => id)))}>
        {upload.removeAll}
      </LeavingButton>
      <p role="status" class="missing">
        {withoutCamera > 0 && upload.withoutCamera(withoutCamera)}{" "}
        {withoutStart > 0 && upload.withoutStart(withoutStart)}{" "}
        {odd.length > 0 && upload.withOddStart(odd.length)}
      </p>
      {odd[0] && <ShowFile id={odd[0].chosen.id} />}
    </div>
  );
}

/** A button that moves the focus to the start of a file, which may be far up in a long list. */
function ShowFile({ id }: { readonly id: number }) {
  return (
    <button type="button" class="plain" onClick={() => document.getElementById(startId(id))?.focus()}>
      {uploadText.value.showOdd}
    </button>
  );
}
