import type { Contract, Input } from "../http/contract.ts";

/** The parts of a request that an endpoint's logic uses, as its contract parses them. */
export type InputOf<C, Part extends keyof Input> =
  C extends Contract<infer P, infer Q, infer B> ? Pick<Input<P, Q, B>, Part> : never;
