/** Refuses a Node that the database's driver cannot run on: it would not fail to load but end the process, without a word. Decision 0015. */
import { StartProblem } from "./start-problem.ts";

/** Came with Node 22.14 and 23.6. */
const NODE_API = 10;

export function checkNode({ node, napi }: { readonly node: string; readonly napi?: string }): void {
  if (Number(napi) >= NODE_API) return;
  throw new StartProblem(
    `Satchel needs Node 22.14 or newer and this is ${node}. Install Node 24 from https://nodejs.org, or use npm start.`,
  );
}
