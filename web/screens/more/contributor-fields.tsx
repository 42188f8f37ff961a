import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Choice } from "../../parts/form/form.tsx";
import { GroupError } from "../../parts/form/notes.tsx";
import { datasetText } from "../../text/dataset.ts";
import { type Contributor, roles } from "./dataset-form.ts";
import { TextField } from "./text-field.tsx";

type Props = {
  /**
   * A number for each person in the form, independent of the order. Stored people have their stored position as number.
   */
  readonly people: Signal<readonly number[]>;
  readonly contributors: readonly Contributor[] | undefined;
};

/** The people and organizations behind the data. */
export function ContributorFields({ people, contributors = [] }: Props) {
  const dataset = datasetText.value;
  const group = useRef<HTMLFieldSetElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const isAdded = useRef(false);
  useLayoutEffect(() => {
    if (isAdded.current) group.current?.querySelector<HTMLElement>(".person:last-of-type input")?.focus();
    isAdded.current = false;
  });
  return (
    <fieldset class="group" ref={group}>
      <legend>{dataset.people}</legend>
      <p class="hint">{dataset.peopleHint}</p>
      <GroupError name="contributors" />
      <input type="hidden" name="contributors/count" value={people.value.length} />
      {people.value.map((person, i) => (
        <PersonFields
          key={person}
          place={i}
          contributor={contributors[person]}
          onRemove={() => {
            // The button that had the focus disappears.
            adding.current?.focus();
            people.value = people.value.filter((each) => each !== person);
          }}
        />
      ))}
      <button
        ref={adding}
        type="button"
        onClick={() => {
          isAdded.current = true;
          people.value = [...people.value, Math.max(contributors.length - 1, ...people.value) + 1];
        }}
      >
        {dataset.addPerson}
      </button>
    </fieldset>
  );
}

type PersonProps = {
  readonly place: number;
  readonly contributor: Contributor | undefined;
  readonly onRemove: () => void;
};

function PersonFields({ place, contributor = { title: "" }, onRemove }: PersonProps) {
  const dataset = datasetText.value;
  const at = (field: keyof Contributor) => `contributors/${place}/${field}`;
  return (
    <fieldset class="person">
      <legend>{dataset.person(place + 1)}</legend>
      <TextField name="contributors/title" at={at("title")} value={contributor.title} />
      <TextField name="contributors/firstName" at={at("firstName")} value={contributor.firstName} />
      <TextField name="contributors/lastName" at={at("lastName")} value={contributor.lastName} />
      <Choice
        name={at("role")}
        label={dataset.role}
        hint={dataset.roleHint}
        value={contributor.role ?? "contributor"}
        options={roles.map((role) => [role, dataset.roles[role]])}
      />
      <TextField name="contributors/email" at={at("email")} value={contributor.email} />
      <TextField name="contributors/organization" at={at("organization")} value={contributor.organization} />
      <TextField name="contributors/path" at={at("path")} value={contributor.path} />
      <button type="button" onClick={onRemove}>
        {dataset.removePerson(place + 1)}
      </button>
    </fieldset>
  );
}
