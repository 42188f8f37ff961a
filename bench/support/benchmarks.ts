/** A benchmark that `npm run bench` runs. It prints Markdown, and its exit code is not 0 when a budget is exceeded. */
export type Benchmark = {
  /** Name of its script in package.json. */
  readonly script: string;
  readonly title: string;
  readonly args: readonly string[];
  /** Arguments for a quick check that the benchmark works. Its numbers mean little. */
  readonly smallArgs: readonly string[];
};

export const benchmarks: readonly Benchmark[] = [
  {
    script: "bench:functions",
    title: "Size and cold start of functions",
    args: ["--runs", "15"],
    smallArgs: ["--runs", "7"],
  },
  {
    script: "bench:lists",
    title: "Lists and writes",
    args: ["--annotations", "100000", "--streams", "25000"],
    smallArgs: ["--annotations", "10000", "--streams", "2500"],
  },
  { script: "bench:rounds", title: "Rounds of store requests", args: [], smallArgs: [] },
  { script: "bench:annotations", title: "Joined pages and batches", args: [], smallArgs: [] },
  {
    script: "bench:fairness",
    title: "Nineteen sites while another one floods",
    args: ["--seconds", "60"],
    smallArgs: ["--seconds", "30"],
  },
  {
    script: "bench:exchange",
    title: "Exports",
    args: ["--annotations", "100000"],
    smallArgs: ["--annotations", "10000"],
  },
  {
    script: "bench:media",
    title: "Stills and clips",
    args: [],
    smallArgs: ["--minutes", "1", "--rounds", "5"],
  },
  {
    script: "bench:memory",
    title: "A video that needs gigabytes",
    args: ["--seconds", "20", "--rounds", "3"],
    smallArgs: ["--seconds", "10", "--rounds", "1"],
  },
  { script: "bench:stack-memory", title: "Memory of the local stack", args: [], smallArgs: [] },
  { script: "bench:web", title: "The page", args: ["--minutes", "3"], smallArgs: ["--minutes", "0.5"] },
  { script: "bench:player", title: "The player", args: [], smallArgs: ["--small"] },
];
