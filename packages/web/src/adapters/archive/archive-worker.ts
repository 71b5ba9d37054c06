/** The worker in which backups are packed, sealed and read. */
import { allowOnlyOwnScripts } from "../browser/own-scripts.ts";
import { createArchiveDesk } from "./archive-desk.ts";
import { type ArchiveDesk, PAGE_METHODS, type PageSide } from "./archive-messages.ts";
import { type Calls, connectCalls, type MessagePortLike } from "./calls.ts";
import { fetchZlib } from "./fetch-zlib.ts";
import { createSharedPacking } from "./shared-packing.ts";

const MOST_PACKERS = 4;
/** One core is this worker's own: a packer more than the others take is slower for all that it takes to start it. */
const packers = Math.max(1, Math.min(MOST_PACKERS, navigator.hardwareConcurrency - 1));

allowOnlyOwnScripts();

let page: Calls<PageSide> | undefined;
const desk: ArchiveDesk = createArchiveDesk({
  page: () => page as Calls<PageSide>,
  loadZlib: fetchZlib,
  startPacking: () => createSharedPacking(packers, startPacker),
});
page = connectCalls<PageSide>(self as unknown as MessagePortLike, PAGE_METHODS, desk).calls;

function startPacker(): Worker {
  return new Worker(new URL("./pages-worker.ts", import.meta.url), { type: "module", name: "satchel-pages" });
}
