/** Runs the archive worker's side in the same thread, over real messages. */

import { type Calls, connectCalls, type MessagePortLike } from "../../workers/calls.ts";
import type { StartedWorker } from "../../workers/worker-client.ts";
import { createArchiveApi } from "../archive-api.ts";
import { type ArchiveApi, PAGE_METHODS, type PageSide } from "../archive-messages.ts";
import { createPagePacking } from "../packing/page-packing.ts";
import { loadZlib } from "./load-zlib.node.ts";

export function startArchiveApi(): StartedWorker {
  const { port1, port2 } = new MessageChannel();
  let page: Calls<PageSide> | undefined;
  const api: ArchiveApi = createArchiveApi({
    page: () => page as Calls<PageSide>,
    loadZlib,
    startPacking: () => createPagePacking(loadZlib),
  });
  page = connectCalls<PageSide>(port2 as unknown as MessagePortLike, { theirs: PAGE_METHODS, ours: api }).calls;
  port1.start();
  port2.start();
  return Object.assign(port1, { terminate: () => port1.close() }) as unknown as StartedWorker;
}
