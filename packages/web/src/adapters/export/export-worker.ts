/** Worker that writes notes for other programs. */
import { fetchZlib } from "../archive/packing/fetch-zlib.ts";
import { browserClock } from "../browser/environment.ts";
import { allowOnlyOwnScripts } from "../browser/own-scripts.ts";
import { type Calls, serveCalls } from "../workers/calls.ts";
import { createExportApi } from "./export-api.ts";
import { EXPORT_PAGE_METHODS, type ExportPage } from "./export-messages.ts";

allowOnlyOwnScripts();

let page: Calls<ExportPage> | undefined;
const api = createExportApi({ page: () => page as Calls<ExportPage>, loadZlib: fetchZlib, now: browserClock.now });
page = serveCalls<ExportPage>({ theirs: EXPORT_PAGE_METHODS, ours: api });
