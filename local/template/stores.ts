import type { Resources } from "./resources.ts";

/** A table or bucket. */
export type Store = {
  logicalId: string;
  name: string;
  type: string;
  /** The resource's resolved properties. */
  properties: Readonly<Record<string, unknown>>;
};

/** Reads each `AWS::DynamoDB::Table` and each `AWS::DynamoDB::GlobalTable` (CDK's TableV2). */
export function readTables(resources: Resources): Store[] {
  return ["AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"].flatMap((type) =>
    readStores(resources, type),
  );
}

export function readBuckets(resources: Resources): Store[] {
  return readStores(resources, "AWS::S3::Bucket");
}

function readStores(resources: Resources, type: string): Store[] {
  return resources.ofType(type).map((logicalId) => ({
    logicalId,
    name: resources.ref(logicalId),
    type,
    properties: resources.properties(logicalId),
  }));
}
