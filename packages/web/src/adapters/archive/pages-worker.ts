/** A worker that packs a share of a backup's readable pages. */
import { connectCalls, HELLO, type MessagePortLike } from "./calls.ts";
import { fetchZlib } from "./fetch-zlib.ts";
import { createPagePacking } from "./page-packing.ts";

const port = self as unknown as MessagePortLike;

connectCalls(port, [], createPagePacking(fetchZlib));
port.postMessage(HELLO, []);
