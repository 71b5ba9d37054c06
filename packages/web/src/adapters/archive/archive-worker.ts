/** The worker in which backups are packed, sealed and read. */
import { allowOnlyOwnScripts } from "../browser/own-scripts.ts";
import { createArchiveDesk } from "./archive-desk.ts";
import { type ArchiveDesk, PAGE_METHODS, type PageSide } from "./archive-messages.ts";
import { type Calls, connectCalls, type MessagePortLike } from "./calls.ts";
import { fetchZlib } from "./fetch-zlib.ts";
import { createSharedPacking } from "./page-packing.ts";

const MOST_PACKERS = 4;

allowOnlyOwnScripts();

let page: Calls<PageSide> | undefined;
const desk: ArchiveDesk = createArchiveDesk({
  page: () => page as Calls<PageSide>,
  loadZlib: fetchZlib,
  startPacking: () => createSharedPacking(Math.min(MOST_PACKERS, navigator.hardwareConcurrency), startPacker),
});
page = connectCalls<PageSide>(self as unknown as MessagePortLike, PAGE_METHODS, desk).calls;

function startPacker(): Worker {
  return new Worker(new URL("./pages-worker.ts", import.meta.url), { type: "module", name: "satchel-pages" });
}
