/** Numbers in answers, each within what can be shown and counted on: a screen that gets one never meets another. */
import * as z from "zod/mini";
import { LAST_TIME_MS } from "./limits.ts";

const YEAR_S = 366 * 86_400;

/** Milliseconds since 1970 UTC. */
export const time = z.number().check(z.gte(0), z.lte(LAST_TIME_MS));
/** Bytes, and other counts and shares that may be as large. */
export const amount = z.number().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
/** From now on; ten years at most. */
export const seconds = z.number().check(z.gte(0), z.lte(10 * YEAR_S));
export const waitMs = z.number().check(z.gte(0), z.lte(YEAR_S * 1000));
