/** A finding of the dependency audit that is known and does not stop a change, for a time. */
export type AcceptedAdvisory = {
  /** Its id in the GitHub Advisory Database, such as `GHSA-xxxx-xxxx-xxxx`. */
  readonly id: string;
  /** Why it does no harm here, or what is waited for. */
  readonly reason: string;
  /** The last day on which it is accepted, such as `2027-01-31`: then somebody looks again. */
  readonly until: string;
};

export const acceptedAdvisories: readonly AcceptedAdvisory[] = [];
