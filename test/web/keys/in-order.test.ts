import { signal } from "@preact/signals";
import { expect, test, vi } from "vitest";
import { InOrder, until } from "../../../web/keys/in-order.ts";

test("an action that waits for no data runs at once", () => {
  const done: number[] = [];
  new InOrder().do(
    () => undefined,
    () => done.push(1),
  );
  expect(done).toEqual([1]);
});

test("an action waits for the actions before it, and requests its data only then", async () => {
  const inOrder = new InOrder();
  const [labels, picture] = [signal(false), signal(false)];
  const done: string[] = [];
  inOrder.do(
    () => until(() => labels.value),
    () => done.push("next label"),
  );
  inOrder.do(
    () => (done.length === 0 ? new Promise(() => {}) : undefined),
    () => done.push("vote"),
  );
  inOrder.do(
    () => until(() => picture.value),
    () => done.push("step"),
  );
  expect(inOrder.isWaiting).toBe(true);
  labels.value = true;
  await expect.poll(() => done).toEqual(["next label", "vote"]);
  picture.value = true;
  await inOrder.done();
  expect(done).toEqual(["next label", "vote", "step"]);
  expect(inOrder.isWaiting).toBe(false);
});

test("a failed action does not block later ones", async () => {
  const inOrder = new InOrder();
  const failures: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => failures.push(error));
  const gate = Promise.withResolvers<void>();
  inOrder.do(
    () => gate.promise,
    () => {
      throw new Error("no");
    },
  );
  const done: number[] = [];
  inOrder.do(
    () => undefined,
    () => done.push(1),
  );
  gate.resolve();
  await inOrder.done();
  expect(done).toEqual([1]);
  expect(failures).toHaveLength(1);
});
