/** Worker that compares long versions of a note. Decision 0027. */
import { compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import { serveCalls } from "../workers/calls.ts";

serveCalls({ ours: { compare: compareTexts } });
