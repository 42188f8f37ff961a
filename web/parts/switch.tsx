type Props = {
  /** Label of the group. */
  readonly label: string;
  readonly choices: readonly (readonly [icon: string, name: string])[];
  readonly chosen: number;
  /** Called with the index of the chosen option. */
  readonly onChoose: (choice: number) => void;
};

/** A few options side by side, of which one is chosen. */
export function Switch({ label, choices, chosen, onChoose }: Props) {
  return (
    <fieldset class="switch bare">
      <legend class="unseen">{label}</legend>
      {choices.map(([icon, name], choice) => (
        <button key={name} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          <span aria-hidden="true">{icon}</span> {name}
        </button>
      ))}
    </fieldset>
  );
}
