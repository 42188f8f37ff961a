import { Worker } from "node:worker_threads";

// Stands for the child process of an extractor, with a job that computes forever. It computes in several threads, so that
// it gets enough of the processor on a busy machine, too.

process.on("disconnect", () => process.exit());
process.on("message", () => {
  process.send?.("begun");
  for (let threads = 0; threads < 8; threads += 1) new Worker("for (;;) {}", { eval: true });
});
process.send?.("ready");
