/** The worker in which exports of other programs are read. */
import type { Calls } from "../archive/calls.ts";
import { connectCalls, HELLO, type MessagePortLike } from "../archive/calls.ts";
import { browserClock } from "../browser/environment.ts";
import { allowOnlyOwnScripts } from "../browser/own-scripts.ts";
import { compressImage } from "../images/compress-image.ts";
import { createImportApi } from "./import-api.ts";
import { IMPORT_PAGE_METHODS, type ImportPage } from "./import-messages.ts";

allowOnlyOwnScripts();

const port = self as unknown as MessagePortLike;
let page: Calls<ImportPage> | undefined;
const api = createImportApi({
  page: () => page as Calls<ImportPage>,
  async shrink(image) {
    const compressed = await compressImage(image, () => undefined);
    return compressed.ok ? compressed.value.dataUrl : undefined;
  },
  now: browserClock.now,
});
page = connectCalls<ImportPage>(port, IMPORT_PAGE_METHODS, api).calls;

port.postMessage(HELLO, []);
