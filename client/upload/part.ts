export type Part = { readonly number: number; readonly bytes: number; readonly sha256: string };

export type Fingerprint = {
  readonly parts: readonly Part[];
  /** SHA-256 of the SHA-256s of the parts, in base64, by which a camera has a file once. */
  readonly fingerprint: string;
};
