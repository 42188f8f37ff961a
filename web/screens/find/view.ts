import type { Order } from "../../filters/moments.ts";
import { type ColumnName, columnNames } from "./columns.ts";

/** The view of the labels found, as the address has it. */
export type View = {
  readonly isTable: boolean;
  readonly order: Order;
  /** The order in which the columns are offered. */
  readonly columns: readonly ColumnName[];
};

const usual: readonly ColumnName[] = ["time", "camera", "name", "review", "votes", "method", "confidence"];

export function readView(params: URLSearchParams): View {
  const wanted = params.get("columns")?.split(",");
  const columns = columnNames.filter((name) => (wanted ?? usual).includes(name));
  return {
    isTable: params.get("view") === "table",
    order: params.get("sort") === "oldest" ? "start_time" : "-start_time",
    columns: columns.length > 0 ? columns : usual,
  };
}

/** Returns only the values that differ from the defaults. */
export function writeView({ isTable, order, columns }: View): URLSearchParams {
  const isUsual = columns.join() === columnNames.filter((name) => usual.includes(name)).join();
  return new URLSearchParams({
    ...(isTable && { view: "table" }),
    ...(order === "start_time" && { sort: "oldest" }),
    ...(!isUsual && { columns: columns.join() }),
  });
}
