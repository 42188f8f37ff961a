import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { mayBeByCamera } from "../../../client/recording/start-of.ts";
import { isTimeZone } from "../../../shared/domain/time/zone-offset.ts";
import { uploadText } from "../../text/upload.ts";
import { said } from "./chosen-files.ts";
import type { Planned } from "./plan.ts";

/** Asks for facts about the cameras' clocks that the files do not contain. */
export function Clocks({ planned }: { readonly planned: readonly Planned[] }) {
  const unzoned = new Set(
    planned.flatMap(({ camera }) => (camera && camera.timeZone === undefined ? camera.name : [])),
  );
  const hasClockTime = planned.some(({ chosen: { recorded } }) => mayBeByCamera(recorded));
  if (unzoned.size === 0 && !hasClockTime) return null;
  return (
    <div class="clocks">
      {unzoned.size > 0 && <ZoneField cameras={[...unzoned]} />}
      {hasClockTime && <Mp4Clock />}
    </div>
  );
}

function ZoneField({ cameras }: { readonly cameras: readonly string[] }) {
  const upload = uploadText.value;
  const typed = useSignal(said.value.timeZone ?? "");
  const isWrong = typed.value !== "" && !isTimeZone(typed.value);
  const zones = useMemo(() => Intl.supportedValuesOf("timeZone"), []);
  return (
    <label class="labelled">
      {upload.zoneOf(cameras)}
      <input
        list="zones"
        autocomplete="off"
        spellcheck={false}
        placeholder={upload.zoneExample}
        value={typed.value}
        aria-invalid={isWrong}
        onChange={({ currentTarget: { value } }) => {
          typed.value = value.trim();
          said.value = { ...said.value, timeZone: isTimeZone(typed.value) ? typed.value : undefined };
        }}
      />
      <datalist id="zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {isWrong && (
        <span class="field-error" role="alert">
          {upload.badZone}
        </span>
      )}
    </label>
  );
}

function Mp4Clock() {
  const upload = uploadText.value;
  return (
    <label class="labelled">
      {upload.mp4Clock}
      <select
        value={said.value.mp4Clock}
        onChange={({ currentTarget: { value } }) => {
          said.value = { ...said.value, mp4Clock: value === "camera" ? "camera" : "utc" };
        }}
      >
        <option value="utc">{upload.mp4Utc}</option>
        <option value="camera">{upload.mp4Camera}</option>
      </select>
    </label>
  );
}
