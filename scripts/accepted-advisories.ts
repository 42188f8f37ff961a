/** A known finding of the dependency audit that does not block a change until a certain day. */
export type AcceptedAdvisory = {
  /** Id in the GitHub Advisory Database, such as `GHSA-xxxx-xxxx-xxxx`. */
  readonly id: string;
  /** Reason why it does no harm here, or the fix that we are waiting for. */
  readonly reason: string;
  /** Last day on which it is accepted, such as `2027-01-31`. After that it blocks again. */
  readonly until: string;
};

export const acceptedAdvisories: readonly AcceptedAdvisory[] = [];
