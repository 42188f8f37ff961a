import type { Light } from "../../picture/paint-picture.ts";
import type { Stage } from "../../picture/stage.ts";
import { watchText } from "../../text/watch.ts";

/** Changes the brightness and contrast of the picture, for videos of the night. Only this view changes. */
export function LightPanel({ stage }: { readonly stage: Stage }) {
  const watch = watchText.value;
  const { brightness, contrast } = stage.light.value;
  if (!stage.canLighten) return null;
  const change = (light: Partial<Light>) => {
    stage.light.value = { ...stage.light.peek(), ...light };
  };
  const isChanged = brightness !== 1 || contrast !== 1;
  return (
    <span class="light">
      <button type="button" class="plain" popovertarget="light" aria-pressed={isChanged}>
        {watch.light}
      </button>
      <div id="light" popover="auto" class="menu panel">
        <Slider
          label={watch.brightness}
          value={brightness}
          onChange={(value) => change({ brightness: value })}
        />
        <Slider label={watch.contrast} value={contrast} onChange={(value) => change({ contrast: value })} />
        <button type="button" disabled={!isChanged} onClick={() => change({ brightness: 1, contrast: 1 })}>
          {watch.reset}
        </button>
      </div>
    </span>
  );
}

type SliderProps = {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
};

function Slider({ label, value, onChange }: SliderProps) {
  return (
    <label>
      {label}
      <input
        type="range"
        min="0.5"
        max="4"
        step="0.1"
        value={value}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}
