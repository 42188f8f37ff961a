import type { ButtonHTMLAttributes } from "preact";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The name of the button, for screen readers. */
  readonly label: string;
  readonly path: string;
  /** Drawn as lines, without a filling. */
  readonly isLine?: boolean;
};

/** A button with a picture instead of a text. */
export function IconButton({ label, path, isLine = false, ...own }: Props) {
  return (
    <button {...own} type="button" class="plain" aria-label={label}>
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        aria-hidden="true"
        class={isLine ? "icon line" : "icon"}
      >
        <path d={path} />
      </svg>
    </button>
  );
}
