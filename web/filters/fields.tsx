import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useCaptureSources } from "../api/capture-sources.ts";
import { cameraName, placesHidden } from "../parts/places/hidden.ts";
import { findText } from "../text/find.ts";
import { streamsText } from "../text/streams.ts";
import { type FilterName, type Filters, reviews, steps } from "./filters.ts";

type Props = { readonly filters: Filters; readonly name: FilterName };

/** The fields of the form that sets a filter, with its current values. `edited` reads them. */
export function FilterFields({ filters, name: { kind, key } }: Props) {
  const find = findText.value;
  switch (kind) {
    case "camera":
      return <CameraField id={filters.camera} />;
    case "days":
      return (
        <div class="pair">
          <Field type="date" name="from" label={find.from} value={filters.days?.from} />
          <Field type="date" name="to" label={find.to} value={filters.days?.to} />
        </div>
      );
    case "hours": {
      const { from = 20, to = 4 } = filters.hours ?? {};
      return (
        <Pair hint={find.hoursHint}>
          <Field type="number" name="from" label={find.fromHour} value={from} max={24} />
          <Field type="number" name="to" label={find.toHour} value={to} max={24} />
        </Pair>
      );
    }
    case "sure": {
      const { from = 0.5, to = 1 } = filters.sure ?? {};
      return (
        <Pair hint={find.sureHint}>
          <StepField name="from" label={find.from} value={from} />
          <StepField name="to" label={find.to} value={to} />
        </Pair>
      );
    }
    case "observation": {
      const [name, value] = filters.observation?.find(([each]) => each === key) ?? ["", ""];
      return (
        <Pair hint={find.valueHint}>
          <Field name="key" label={find.key} value={name} placeholder={find.keyExample} />
          <Field name="value" label={find.value} value={value} placeholder={find.valueExample} />
        </Pair>
      );
    }
    case "review":
      return (
        <Choices
          type="checkbox"
          chosen={filters.review ?? []}
          choices={reviews.map((each) => [each, find.reviews[each]])}
        />
      );
    case "voted":
      return (
        <Choices
          type="radio"
          chosen={[filters.voted ?? "!me"]}
          choices={[
            ["me", find.votedByMe],
            ["!me", find.notVotedByMe],
          ]}
        />
      );
    case "method":
      return (
        <Choices
          type="radio"
          chosen={[filters.method ?? "machine"]}
          choices={[
            ["human", find.byPeople],
            ["machine", find.byMachine],
          ]}
        />
      );
    case "taxon":
    case "near":
    case "bbox":
    case "observer":
    case "import":
      return (
        <>
          <Field
            name="value"
            label={find.kinds[kind]}
            value={placesHidden.value && (kind === "near" || kind === "bbox") ? "" : filters[kind]}
            placeholder={find.examples[kind]}
          />
          <p class="hint">{find.hints[kind]}</p>
        </>
      );
    default:
      return null;
  }
}

function Pair({ hint, children }: { readonly hint: string; readonly children: ComponentChildren }) {
  return (
    <>
      <div class="pair">{children}</div>
      <p class="hint">{hint}</p>
    </>
  );
}

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string | number | undefined;
  readonly type?: "text" | "date" | "number";
  readonly max?: number;
  readonly placeholder?: string;
};

function Field({ name, label, value = "", type = "text", max, placeholder }: FieldProps) {
  const id = useId();
  const own = { id, name, defaultValue: value };
  return (
    <div class="field labelled">
      <label for={id}>{label}</label>
      {type === "date" && <input {...own} type="date" />}
      {type === "number" && <input {...own} type="number" min={0} max={max} />}
      {type === "text" && <input {...own} type="text" placeholder={placeholder} autocomplete="off" />}
    </div>
  );
}

function StepField({ name, label, value }: Pick<FieldProps, "name" | "label" | "value">) {
  return (
    <label class="labelled">
      {label}
      <select name={name} defaultValue={value}>
        {steps.map((step) => (
          <option key={step} value={step} selected={step === value}>
            {step.toFixed(2)}
          </option>
        ))}
      </select>
    </label>
  );
}

function CameraField({ id }: { readonly id: number | undefined }) {
  const cameras = useCaptureSources();
  const byName = [...(cameras.data?.values() ?? [])].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <label class="labelled">
      {findText.value.kinds.camera}
      <select name="value">
        <option value="">{streamsText.value.allCameras}</option>
        {byName.map((camera) => (
          <option key={camera.id} value={camera.id} selected={camera.id === id}>
            {cameraName(camera.id, camera)}
          </option>
        ))}
      </select>
    </label>
  );
}

type ChoicesProps = {
  readonly type: "radio" | "checkbox";
  readonly chosen: readonly string[];
  readonly choices: readonly (readonly [value: string, label: string])[];
};

function Choices({ type, chosen, choices }: ChoicesProps) {
  return (
    <div class="choices">
      {choices.map(([value, label]) => (
        <label key={value} class="option">
          <input type={type} name="value" value={value} defaultChecked={chosen.includes(value)} />
          {label}
        </label>
      ))}
    </div>
  );
}
