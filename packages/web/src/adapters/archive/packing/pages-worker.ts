/** Worker that packs a share of a backup's readable pages. */
import { serveCalls } from "../../workers/calls.ts";
import { fetchZlib } from "./fetch-zlib.ts";
import { createPagePacking } from "./page-packing.ts";

serveCalls({ ours: createPagePacking(fetchZlib) });
