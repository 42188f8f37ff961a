export type Part = { readonly number: number; readonly bytes: number; readonly sha256: string };

export type Fingerprint = {
  readonly parts: readonly Part[];
  /** SHA-256 of the SHA-256s of the parts, in base64. A camera has at most one stream with the same fingerprint. */
  readonly fingerprint: string;
};
