/** When and on what something was measured: the words that stand over a table of figures. */
import { cpus, totalmem } from "node:os";

const GIGABYTE = 1024 ** 3;

export function describeRun(now: Date): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() || "processor unknown";
  const memory = Math.round(totalmem() / GIGABYTE);
  return `${now.toISOString().slice(0, 10)}, ${processors.length} cores (${model}), ${memory} GB, Node ${process.versions.node}`;
}
