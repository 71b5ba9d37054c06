/** Runs the export worker in the test's own process, over a message channel. */
import { loadZlib } from "../../archive/testing/load-zlib.node.ts";
import { type Calls, connectCalls, type MessagePortLike } from "../../workers/calls.ts";
import type { StartedWorker } from "../../workers/worker-client.ts";
import { createExportApi } from "../export-api.ts";
import { EXPORT_PAGE_METHODS, type ExportPage } from "../export-messages.ts";

export function startExportApi(): StartedWorker {
  const { port1, port2 } = new MessageChannel();
  let page: Calls<ExportPage> | undefined;
  const api = createExportApi({ page: () => page as Calls<ExportPage>, loadZlib, now: () => 0 });
  page = connectCalls<ExportPage>(port2 as unknown as MessagePortLike, { theirs: EXPORT_PAGE_METHODS, ours: api }).calls;
  port1.start();
  port2.start();
  return Object.assign(port1 as unknown as StartedWorker, {
    terminate() {
      port1.close();
      port2.close();
    },
  });
}
