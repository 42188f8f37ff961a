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

/** A call of DynamoDB as a middleware sees it: the operation's name, and the parts of its input that matter here. */
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

/** Sends the call on, with another input if one is given. */
type Send = (input?: Call["input"]) => Promise<ServiceOutputTypes>;

export type Handle = (call: Call, send: Send) => Promise<ServiceOutputTypes>;

/**
 * Where the SDK's stack is cut. Before serialising the input can still be changed, and has plain values
 * below a document client; around the retries a failure is final; in an attempt it may be tried again.
 */
const places = {
  "before serialising": { step: "serialize" },
  "around retries": { step: "build" },
  "each attempt": { step: "deserialize" },
} as const;

/** Adds a middleware to a client; of those at one place the first added is the outermost. */
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
    // The middleware of all three steps have one form, but not one type.
    { ...places[place], priority: "high" } as unknown as { step: "deserialize" },
  );
}

/** An item that a call writes. */
export type WrittenItem = { readonly table: string; readonly pk: string; readonly sk: string };

/** The items that a call writes or checks, in the order of the call. */
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
