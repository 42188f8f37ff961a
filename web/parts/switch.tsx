type Props = {
  /** What is chosen. */
  readonly label: string;
  readonly choices: readonly (readonly [icon: string, name: string])[];
  readonly chosen: number;
  /** Gets the place of the choice. */
  readonly onChoose: (choice: number) => void;
};

/** A few ways of which one is chosen, side by side. */
export function Switch({ label, choices, chosen, onChoose }: Props) {
  return (
    <fieldset class="switch">
      <legend class="unseen">{label}</legend>
      {choices.map(([icon, name], choice) => (
        <button key={name} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          <span aria-hidden="true">{icon}</span> {name}
        </button>
      ))}
    </fieldset>
  );
}
