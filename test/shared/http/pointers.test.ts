import { expect, test } from "vitest";
import { endpoints } from "../../../lib/endpoints.ts";
import { conflicting, type Fault, invalid } from "../../../shared/domain/wire/fault.ts";
import { idempotencyKey } from "../../../shared/http/idempotency-key.ts";
import { problemOfItem } from "../../../shared/http/item-problem.ts";
import { ruledPart, withPointers } from "../../../shared/http/pointers.ts";
import { asFault } from "../../../shared/http/problem.ts";

test.each([
  ["list-annotations", "a filter", invalid("/time[to]", "x"), "/query/time[to]"],
  ["get-video-stream-media", "a time", invalid("/time", "x"), "/query/time"],
  ["get-video-stream-media", "a header", invalid("/Accepts", "x", "header"), "/header/Accepts"],
  ["create-video-stream", "a field", invalid("/endTime", "x"), "/body/endTime"],
  [
    "create-species",
    "a field whose value is in use",
    conflicting("/scientific_name", "x"),
    "/body/scientific_name",
  ],
  ["create-annotation", "a field in a list", invalid("/keypoints/3/box", "x"), "/body/keypoints/3/box"],
  [
    "update-annotation",
    "a field, although there is a query",
    invalid("/timespan/end", "x"),
    "/body/timespan/end",
  ],
  [
    "create-export",
    "a filter within the body",
    invalid("/bbox", "x").within("/filters"),
    "/body/filters/bbox",
  ],
  ["create-annotation-batch", "an item", invalid("/observer", "x", "body").within("/2"), "/body/2/observer"],
  ["create-species", "the body", invalid("", "x", "body"), "/body"],
  ["delete-species", "an unexpected body", invalid("", "x", "body"), "/body"],
])("the pointer for a fault of $0 about $1 is $3", (operationId, _, fault, pointer) => {
  expect(pointersOf(operationId, fault)).toEqual([pointer]);
});

test("the pointer for an invalid Idempotency-Key is in /header, whatever parameters the operation has", () => {
  const event = { multiValueHeaders: { "Idempotency-Key": ["é"] } };
  expect(refusalOf(() => idempotencyKey(event as never))).toEqual(["/header/Idempotency-Key"]);
});

test("the pointer for a body that cannot be parsed is /body, even if the operation has no body", () => {
  const unparsed = Object.assign(new Error("x"), { statusCode: 422, cause: { message: "x" } });
  expect(pointersOf("delete-species", asFault(unparsed) as Fault)).toEqual(["/body"]);
});

test("an item's problem has the status and detail of its fault, and a pointer that begins with the item's pointer", () => {
  const problem = problemOfItem(invalid("/time", "`time` is wrong."), 3, "/items/3");
  expect(problem).toEqual({
    type: "invalid-request",
    title: "Invalid request",
    status: 400,
    detail: "`time` is wrong.",
    errors: [{ pointer: "/body/items/3/time", detail: "`time` is wrong." }],
  });
});

function pointersOf(operationId: string, fault: Fault): readonly string[] {
  const found = endpoints.find(({ contract }) => contract.operationId === operationId);
  if (found === undefined) throw new Error(`There is no operation ${operationId}`);
  return withPointers(fault.errors ?? [], ruledPart(found.contract)).map(({ pointer }) => pointer);
}

function refusalOf(run: () => unknown): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    return withPointers((error as Fault).errors ?? [], "body").map(({ pointer }) => pointer);
  }
}
