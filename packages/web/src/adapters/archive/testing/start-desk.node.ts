/** The worker's side of an archive in the same thread, behind real messages. */
import { createArchiveDesk } from "../archive-desk.ts";
import { type ArchiveDesk, PAGE_METHODS, type PageSide } from "../archive-messages.ts";
import { type Calls, connectCalls, type MessagePortLike } from "../calls.ts";
import type { ArchiveWorker } from "../create-archives.ts";
import { createPagePacking } from "../page-packing.ts";
import { loadZlib } from "./load-zlib.node.ts";

export function startDesk(): ArchiveWorker {
  const { port1, port2 } = new MessageChannel();
  let page: Calls<PageSide> | undefined;
  const desk: ArchiveDesk = createArchiveDesk({
    page: () => page as Calls<PageSide>,
    loadZlib,
    startPacking: () => createPagePacking(loadZlib),
  });
  page = connectCalls<PageSide>(port2 as unknown as MessagePortLike, PAGE_METHODS, desk).calls;
  port1.start();
  port2.start();
  return Object.assign(port1, { terminate: () => port1.close() }) as unknown as ArchiveWorker;
}
