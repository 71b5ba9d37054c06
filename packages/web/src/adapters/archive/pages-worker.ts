/** A worker that packs a share of a backup's readable pages. */
import { connectCalls, type MessagePortLike } from "./calls.ts";
import { fetchZlib } from "./fetch-zlib.ts";
import { createPagePacking } from "./page-packing.ts";

connectCalls(self as unknown as MessagePortLike, [], createPagePacking(fetchZlib));
