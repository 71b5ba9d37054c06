/** Worker that reads exports of other programs. */
import { browserClock } from "../browser/environment.ts";
import { allowOnlyOwnScripts } from "../browser/own-scripts.ts";
import { compressImage } from "../images/compress-image.ts";
import { type Calls, serveCalls } from "../workers/calls.ts";
import { createImportApi } from "./import-api.ts";
import { IMPORT_PAGE_METHODS, type ImportPage } from "./import-messages.ts";

allowOnlyOwnScripts();

let page: Calls<ImportPage> | undefined;
const api = createImportApi({
  page: () => page as Calls<ImportPage>,
  async shrink(image) {
    const compressed = await compressImage(image, () => undefined);
    return compressed.ok ? compressed.value.dataUrl : undefined;
  },
  now: browserClock.now,
});
page = serveCalls<ImportPage>({ theirs: IMPORT_PAGE_METHODS, ours: api });
