import type { Resources } from "./resources.ts";

/** A table or bucket. */
export type Store = {
  logicalId: string;
  name: string;
  type: string;
  /** The resource's resolved properties. */
  properties: Readonly<Record<string, unknown>>;
};

/**
 * Reads the tables or the buckets.
 * @param type `AWS::DynamoDB::GlobalTable` (CDK's TableV2) or `AWS::S3::Bucket`
 */
export function readStores(resources: Resources, type: string): Store[] {
  return resources.ofType(type).map((logicalId) => ({
    logicalId,
    name: resources.ref(logicalId),
    type,
    properties: resources.properties(logicalId),
  }));
}
