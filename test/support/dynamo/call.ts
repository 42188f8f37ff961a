import type {
  AttributeValue,
  DynamoDBClient,
  KeysAndAttributes,
  ServiceInputTypes,
  ServiceOutputTypes,
  TransactWriteItem,
  WriteRequest,
} from "@aws-sdk/client-dynamodb";

type Attributes = Record<string, AttributeValue>;

/** A DynamoDB call in a middleware: the operation's name and the parts of its input that tests use. */
export type Call = {
  readonly operation: string;
  readonly input: {
    readonly TableName?: string;
    readonly IndexName?: string;
    readonly Item?: Attributes;
    readonly Key?: Attributes;
    readonly TransactItems?: readonly TransactWriteItem[];
    readonly RequestItems?: Record<string, KeysAndAttributes | WriteRequest[]>;
  };
};

/** Sends the call to the next middleware, with another input if one is given. */
type Send = (input?: Call["input"]) => Promise<ServiceOutputTypes>;

export type Handle = (call: Call, send: Send) => Promise<ServiceOutputTypes>;

/**
 * Places in the SDK's middleware stack. Before serialising, a middleware can change the input, which has plain values
 * in a document client. Around the retries, a failure is final. Within an attempt, the SDK may retry after a failure.
 */
const places = {
  "before serialising": { step: "serialize" },
  "around retries": { step: "build" },
  "each attempt": { step: "deserialize" },
} as const;

/** Adds a middleware to a client. At each place, the middleware that is added first is the outermost. */
export function intercept(client: DynamoDBClient, place: keyof typeof places, handle: Handle): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      let response: unknown;
      const send: Send = async (input) => {
        const result = await next(input ? { ...args, input: input as ServiceInputTypes } : args);
        ({ response } = result);
        return result.output as ServiceOutputTypes;
      };
      const operation = String(context.commandName).replace(/Command$/, "");
      const output = await handle({ operation, input: args.input as Call["input"] }, send);
      return { response, output };
    },
    // The middleware of all three steps has the same form but different types.
    { ...places[place], priority: "high" } as unknown as { step: "deserialize" },
  );
}

/** An item that a call writes. */
export type WrittenItem = { readonly table: string; readonly pk: string; readonly sk: string };

/** Returns the items that a call writes or checks, in the order of the call. */
export function writtenItems({ operation, input }: Call): readonly WrittenItem[] {
  switch (operation) {
    case "PutItem":
    case "UpdateItem":
    case "DeleteItem":
      return [written(input.TableName, input.Item ?? input.Key)];
    case "TransactWriteItems":
      return (input.TransactItems ?? []).map(({ Put, Update, Delete, ConditionCheck }) => {
        const keyed = Update ?? Delete ?? ConditionCheck;
        return written(Put?.TableName ?? keyed?.TableName, Put?.Item ?? keyed?.Key);
      });
    case "BatchWriteItem":
      return Object.entries(input.RequestItems ?? {}).flatMap(([table, requests]) =>
        (requests as WriteRequest[]).map(({ PutRequest, DeleteRequest }) =>
          written(table, PutRequest?.Item ?? DeleteRequest?.Key),
        ),
      );
    default:
      return [];
  }
}

function written(table = "", attributes: Attributes = {}): WrittenItem {
  return { table, pk: attributes["pk"]?.S ?? "", sk: attributes["sk"]?.S ?? "" };
}
