/** Numbers in replies, each limited to values that can be displayed and computed with, so that screens need no further checks. */
import * as z from "zod/mini";
import { LAST_TIME_MS } from "./limits.ts";

const YEAR_S = 366 * 86_400;

/** Unix milliseconds. */
export const time = z.number().check(z.gte(0), z.lte(LAST_TIME_MS));
/** Bytes, and other counts and shares of that size. */
export const amount = z.number().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
/** From now on; ten years at most. */
export const seconds = z.number().check(z.gte(0), z.lte(10 * YEAR_S));
export const waitMs = z.number().check(z.gte(0), z.lte(YEAR_S * 1000));
