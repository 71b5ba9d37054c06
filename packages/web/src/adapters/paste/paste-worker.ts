/** Worker that cleans large pastes. The cleaner has its own HTML parser, because a worker has no DOM (decision 0014). */
import { cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import { serveCalls } from "../workers/calls.ts";
import type { PasteApi } from "../workers/content-workers.ts";

const ours: PasteApi = { clean: (html, { onProgress }) => cleanPaste(html, onProgress) };
serveCalls({ ours });
