/** Worker that searches for regular expressions; the page ends it at the time limit. */
import { findPattern } from "@satchel/core/document/reading/find-pattern.ts";
import { serveCalls } from "./calls.ts";
import type { PatternApi } from "./content-workers.ts";

const ours: PatternApi = { find: findPattern };
serveCalls({ ours });
