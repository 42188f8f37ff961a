import { formatBytes } from "../../../client/format-bytes.ts";
import type { Camera } from "../../../client/recording/match-cameras.ts";
import { LeavingButton } from "../../parts/leaving-button.tsx";
import { uploadText } from "../../text/upload.ts";
import { said } from "./chosen-files.ts";
import { FileRow } from "./file-row.tsx";
import { sameCorrection } from "./odd-starts.ts";
import type { Planned } from "./plan.ts";

type Props = {
  readonly folder: string;
  readonly files: readonly Planned[];
  readonly cameras: readonly Camera[];
};

/** The files of a folder, which were all recorded by one camera. */
export function Folder({ folder, files, cameras }: Props) {
  const upload = uploadText.value;
  const ids = new Set(files.map(({ camera }) => camera?.id));
  const [id] = ids;
  const bytes = files.reduce((sum, { chosen: { file } }) => sum + file.size, 0);
  const name = folder === "" ? upload.noFolder : folder;
  return (
    <section class="folder panel" aria-label={name}>
      <header class="wraps">
        <h3>{name}</h3>
        <span class="quiet">{upload.filesOf(files.length, formatBytes(bytes))}</span>
        <label class="labelled">
          {upload.camera}
          <select
            value={ids.size === 1 ? (id ?? "") : ""}
            aria-invalid={ids.has(undefined)}
            onChange={({ currentTarget: { value } }) => {
              const chosen = new Map(said.value.cameras);
              if (value === "") chosen.delete(folder);
              else chosen.set(folder, Number(value));
              said.value = { ...said.value, cameras: chosen };
            }}
          >
            <option value="">{ids.size > 1 ? upload.severalCameras : upload.chooseCamera}</option>
            {cameras.map((camera) => (
              <option key={camera.id} value={camera.id}>
                {camera.name}
              </option>
            ))}
          </select>
        </label>
        <Correction files={files} />
      </header>
      <ul>
        {files.map((planned) => (
          <FileRow key={planned.chosen.id} planned={planned} />
        ))}
      </ul>
    </section>
  );
}

/** Offers to correct the other odd starts of a folder like the one that the person has corrected. */
function Correction({ files }: Pick<Props, "files">) {
  const starts = sameCorrection(files, Date.now());
  if (starts.size === 0) return null;
  return (
    <LeavingButton
      onClick={() => {
        said.value = { ...said.value, starts: new Map([...said.value.starts, ...starts]) };
      }}
    >
      {uploadText.value.correctOthers(starts.size)}
    </LeavingButton>
  );
}
