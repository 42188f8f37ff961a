/** A known finding of the dependency audit that does not block a change until a certain day. */
export type AcceptedAdvisory = {
  /** Id in the GitHub Advisory Database, such as `GHSA-xxxx-xxxx-xxxx`. */
  readonly id: string;
  /** Why it does no harm here, or which fix we are waiting for. */
  readonly reason: string;
  /** Last day on which it is accepted, such as `2027-01-31`. After that it blocks again. */
  readonly until: string;
};

export const acceptedAdvisories: readonly AcceptedAdvisory[] = [];
