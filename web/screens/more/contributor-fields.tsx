import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Choice, Field } from "../../parts/form/form.tsx";
import { GroupError } from "../../parts/form/notes.tsx";
import { datasetText } from "../../text/dataset.ts";
import { moreText } from "../../text/more.ts";
import { type Contributor, roles } from "./dataset-form.ts";

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
  const more = moreText.value;
  const name = (field: keyof Contributor) => `contributors/${place}/${field}`;
  return (
    <fieldset class="person">
      <legend>{dataset.person(place + 1)}</legend>
      <Field
        name={name("title")}
        label={dataset.personName}
        hint={dataset.personNameHint}
        value={contributor.title}
      />
      <Field
        name={name("firstName")}
        label={more.optional(dataset.firstName)}
        hint={dataset.firstNameHint}
        value={contributor.firstName}
      />
      <Field
        name={name("lastName")}
        label={more.optional(dataset.lastName)}
        hint={dataset.lastNameHint}
        value={contributor.lastName}
      />
      <Choice
        name={name("role")}
        label={dataset.role}
        hint={dataset.roleHint}
        value={contributor.role ?? "contributor"}
        options={roles.map((role) => [role, dataset.roles[role]])}
      />
      <Field
        name={name("email")}
        type="email"
        label={more.optional(dataset.email)}
        hint={dataset.emailHint}
        value={contributor.email}
      />
      <Field
        name={name("organization")}
        label={more.optional(dataset.organization)}
        hint={dataset.organizationHint}
        value={contributor.organization}
      />
      <Field
        name={name("path")}
        label={more.optional(dataset.personPage)}
        hint={dataset.personPageHint}
        value={contributor.path}
      />
      <button type="button" onClick={onRemove}>
        {dataset.removePerson(place + 1)}
      </button>
    </fieldset>
  );
}
