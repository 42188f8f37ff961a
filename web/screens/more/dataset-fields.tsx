import type { Dataset } from "../../api/dataset.ts";
import { Choice } from "../../parts/form/form.tsx";
import { GroupError } from "../../parts/form/notes.tsx";
import { Tick } from "../../parts/form/tick.tsx";
import { datasetText } from "../../text/dataset.ts";
import { designs, licenseKey, methods, scopes } from "./dataset-form.ts";
import { TextField } from "./text-field.tsx";

type Props = { readonly dataset: Dataset | undefined };

export function DataFields({ dataset: stored }: Props) {
  return (
    <fieldset class="group">
      <legend>{datasetText.value.data}</legend>
      <TextField name="title" value={stored?.title} />
      <TextField name="name" value={stored?.name} />
      <TextField name="description" value={stored?.description} />
      <TextField name="keywords" value={stored?.keywords?.join(", ")} />
      <TextField name="version" value={stored?.version} />
      <TextField name="bibliographicCitation" value={stored?.bibliographicCitation} />
      <TextField name="homepage" value={stored?.homepage} />
      <TextField name="language" value={stored?.language ?? "eng"} />
    </fieldset>
  );
}

export function LicenseFields({ dataset: stored }: Props) {
  const dataset = datasetText.value;
  const common = Object.entries(dataset.licenseNames);
  const labels = { data: dataset.dataLicense, media: dataset.mediaLicense };
  return (
    <fieldset class="group">
      <legend>{dataset.licenses}</legend>
      <p class="hint">{dataset.licensesHint}</p>
      <GroupError name="licenses" />
      {scopes.map((scope) => {
        const key = licenseKey(stored?.licenses.find((each) => each.scope === scope) ?? {});
        // Adds a license that a program has set to the choices.
        const own = key === "" || common.some(([name]) => name === key) ? [] : [[key, key] as const];
        return (
          <Choice
            key={scope}
            name={`licenses/${scope}`}
            label={labels[scope]}
            value={key}
            options={[...(key === "" ? [["", dataset.choose] as const] : []), ...common, ...own]}
          />
        );
      })}
    </fieldset>
  );
}

export function ProjectFields({ dataset: stored }: Props) {
  const dataset = datasetText.value;
  const project = stored?.project;
  const unchosen = project ? [] : [["", dataset.choose] as const];
  return (
    <fieldset class="group">
      <legend>{dataset.project}</legend>
      <TextField name="project/title" value={project?.title} />
      <Choice
        name="project/samplingDesign"
        label={dataset.design}
        hint={dataset.designHint}
        value={project?.samplingDesign ?? ""}
        options={[...unchosen, ...designs.map((design) => [design, dataset.designs[design]] as const)]}
      />
      <fieldset class="ticks bare">
        <legend>{dataset.methods}</legend>
        <p class="hint">{dataset.methodsHint}</p>
        <GroupError name="project/captureMethod" />
        {methods.map((method) => (
          <Tick
            key={method}
            name={`project/captureMethod/${method}`}
            label={dataset.methodNames[method]}
            checked={project?.captureMethod.includes(method) ?? false}
          />
        ))}
      </fieldset>
      <Tick
        name="project/individualAnimals"
        label={dataset.individuals}
        hint={dataset.individualsHint}
        checked={project?.individualAnimals ?? false}
      />
      <TextField name="project/acronym" value={project?.acronym} />
      <TextField name="project/description" value={project?.description} />
      <TextField name="project/path" value={project?.path} />
    </fieldset>
  );
}

export function PublishingFields({ dataset: stored }: Props) {
  const dataset = datasetText.value;
  return (
    <fieldset class="group">
      <legend>{dataset.publishing}</legend>
      <Tick
        name="media_public"
        label={dataset.mediaPublic}
        hint={dataset.mediaPublicHint}
        checked={stored?.media_public ?? false}
      />
      <TextField name="coordinatePrecision" value={stored?.coordinatePrecision?.toString()} />
      <TextField name="taxon_id_prefix" value={stored?.taxon_id_prefix} />
    </fieldset>
  );
}
