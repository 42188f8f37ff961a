type Props = {
  readonly path: string;
  /** Drawn as lines, without a filling. */
  readonly isLine?: boolean;
};

export function Icon({ path, isLine = false }: Props) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class={isLine ? "icon line" : "icon"}>
      <path d={path} />
    </svg>
  );
}
