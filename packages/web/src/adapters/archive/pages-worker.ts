/** A worker that packs a share of a backup's readable pages. */
import { connectCalls, HELLO, type MessagePortLike } from "./calls.ts";
import { fetchZlib } from "./fetch-zlib.ts";
import { createPagePacking } from "./page-packing.ts";

const desk = self as unknown as MessagePortLike;

connectCalls(desk, [], createPagePacking(fetchZlib));
desk.postMessage(HELLO, []);
