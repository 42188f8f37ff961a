import type { Dataset } from "../../api/dataset.ts";
import { Choice, Field } from "../../parts/form/form.tsx";
import { LongField } from "../../parts/form/long-field.tsx";
import { GroupError } from "../../parts/form/notes.tsx";
import { Tick } from "../../parts/form/tick.tsx";
import { datasetText } from "../../text/dataset.ts";
import { moreText } from "../../text/more.ts";
import { designs, licenseKey, methods, scopes } from "./dataset-form.ts";

type Props = { readonly dataset: Dataset | undefined };

export function DataFields({ dataset: stored }: Props) {
  const dataset = datasetText.value;
  const more = moreText.value;
  return (
    <fieldset class="group">
      <legend>{dataset.data}</legend>
      <Field name="title" label={dataset.title} hint={dataset.titleHint} value={stored?.title} />
      <Field name="name" label={dataset.name} hint={dataset.nameHint} value={stored?.name} />
      <LongField
        name="description"
        label={more.optional(dataset.description)}
        hint={dataset.descriptionHint}
        value={stored?.description}
      />
      <Field
        name="keywords"
        label={more.optional(dataset.keywords)}
        hint={dataset.keywordsHint}
        value={stored?.keywords?.join(", ")}
      />
      <Field
        name="version"
        label={more.optional(dataset.version)}
        hint={dataset.versionHint}
        value={stored?.version}
      />
      <LongField
        name="bibliographicCitation"
        label={more.optional(dataset.citation)}
        hint={dataset.citationHint}
        value={stored?.bibliographicCitation}
      />
      <Field
        name="homepage"
        label={more.optional(dataset.homepage)}
        hint={dataset.homepageHint}
        value={stored?.homepage}
      />
      <Field
        name="language"
        label={dataset.language}
        hint={dataset.languageHint}
        value={stored?.language ?? "eng"}
      />
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
  const more = moreText.value;
  const project = stored?.project;
  const unchosen = project ? [] : [["", dataset.choose] as const];
  return (
    <fieldset class="group">
      <legend>{dataset.project}</legend>
      <Field
        name="project/title"
        label={dataset.projectTitle}
        hint={dataset.projectTitleHint}
        value={project?.title}
      />
      <Choice
        name="project/samplingDesign"
        label={dataset.design}
        hint={dataset.designHint}
        value={project?.samplingDesign ?? ""}
        options={[...unchosen, ...designs.map((design) => [design, dataset.designs[design]] as const)]}
      />
      <fieldset class="ticks">
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
      <Field
        name="project/acronym"
        label={more.optional(dataset.acronym)}
        hint={dataset.acronymHint}
        value={project?.acronym}
      />
      <LongField
        name="project/description"
        label={more.optional(dataset.projectDescription)}
        hint={dataset.projectDescriptionHint}
        value={project?.description}
      />
      <Field
        name="project/path"
        label={more.optional(dataset.projectPage)}
        hint={dataset.projectPageHint}
        value={project?.path}
      />
    </fieldset>
  );
}

export function PublishingFields({ dataset: stored }: Props) {
  const dataset = datasetText.value;
  const more = moreText.value;
  const precision = stored?.coordinatePrecision;
  return (
    <fieldset class="group">
      <legend>{dataset.publishing}</legend>
      <Tick
        name="media_public"
        label={dataset.mediaPublic}
        hint={dataset.mediaPublicHint}
        checked={stored?.media_public ?? false}
      />
      <Field
        name="coordinatePrecision"
        type="number"
        label={more.optional(dataset.precision)}
        hint={dataset.precisionHint}
        value={precision === undefined ? "" : String(precision)}
      />
      <Field
        name="taxon_id_prefix"
        label={more.optional(dataset.taxonPrefix)}
        hint={dataset.taxonPrefixHint}
        value={stored?.taxon_id_prefix}
      />
    </fieldset>
  );
}
