/** The resolved Properties of a small `AWS::DynamoDB::GlobalTable`, as CDK's TableV2 writes them. */
export const TABLE_PROPERTIES = {
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "S" },
    { AttributeName: "n", AttributeType: "N" },
  ],
  BillingMode: "PAY_PER_REQUEST",
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "byNumber",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "n", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["a", "b"] },
    },
  ],
  Replicas: [{ Region: "us-east-1", DeletionProtectionEnabled: true }],
  TimeToLiveSpecification: { AttributeName: "exp", Enabled: true },
};
