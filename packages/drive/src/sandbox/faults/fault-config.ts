/** The configurable faults as data, and the validation of such data from outside. */
import { failed, ok, type Result } from "../../result.ts";
import { REQUEST_KINDS, type RequestKind } from "../request-kind.ts";

export type FaultMatch = {
  readonly kinds?: readonly RequestKind[];
  readonly method?: string;
  readonly pathIncludes?: string;
  readonly userId?: string;
};

/** `nth` and `every` count matching requests from 1. `times` ends the rule after it has fired that often. */
export type FaultTiming = { readonly nth?: number; readonly every?: number; readonly rate?: number; readonly times?: number };

export type FaultEffect =
  | {
      readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 429 | 500 | 502 | 503 | 504;
      readonly reason?: string;
      readonly retryAfterSeconds?: number;
      /** True if the request takes effect despite the error. */
      readonly afterEffect?: boolean;
    }
  | { readonly lost: "before" | "after" }
  /** The request takes effect twice, as if two devices sent it at once. The unreported effect comes before or after the reported one. */
  | { readonly twice: "before" | "after" }
  | { readonly delayMs: number; readonly where?: "before" | "after" };

export type FaultRule = { readonly on?: FaultMatch; readonly when?: FaultTiming; readonly then: FaultEffect };

export type FaultConfig = {
  readonly rules?: readonly FaultRule[];
  readonly feedLagMs?: number;
  readonly listLagMs?: number;
  /** Like `listLagMs`, for searches by name only, which lag most on the real service. */
  readonly nameLagMs?: number;
  /** Number of entries that every other page of the feed repeats. */
  readonly feedRepeats?: number;
  readonly shortPages?: boolean;
  readonly versionStep?: number;
  readonly storageFull?: boolean;
  readonly scopeMissing?: boolean;
  readonly writesPerSecond?: number;
};

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value) && value >= 0;
const isText = (value: unknown) => typeof value === "string";
const isFlag = (value: unknown) => typeof value === "boolean";
const isSide = (value: unknown) => value === "before" || value === "after";

const MATCH: Shape = {
  kinds: (value) => Array.isArray(value) && value.every((kind) => REQUEST_KINDS.includes(kind as RequestKind)),
  method: isText,
  pathIncludes: isText,
  userId: isText,
};
const TIMING: Shape = { nth: isNumber, every: isNumber, rate: isNumber, times: isNumber };
const EFFECT: Shape = {
  status: (value) => [400, 401, 403, 404, 409, 410, 429, 500, 502, 503, 504].includes(value as number),
  reason: isText,
  retryAfterSeconds: isNumber,
  afterEffect: isFlag,
  lost: isSide,
  twice: isSide,
  delayMs: isNumber,
  where: isSide,
};
const RULE: Shape = {
  on: (value) => fits(value, MATCH),
  when: (value) => fits(value, TIMING),
  then: isEffect,
};
const CONFIG: Shape = {
  rules: (value) => Array.isArray(value) && value.every((rule) => fits(rule, RULE) && "then" in (rule as object)),
  feedLagMs: isNumber,
  listLagMs: isNumber,
  nameLagMs: isNumber,
  feedRepeats: isNumber,
  shortPages: isFlag,
  versionStep: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  storageFull: isFlag,
  scopeMissing: isFlag,
  writesPerSecond: isNumber,
};

/** On failure, `problem` names the bad setting. A misspelled fault must not pass as no fault. */
export function parseFaultConfig(value: unknown): Result<FaultConfig, string> {
  if (fits(value, CONFIG)) return ok(value as FaultConfig);
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const wrong = entries.find(([name, inner]) => !fits({ [name]: inner }, CONFIG));
  return failed(wrong === undefined ? "not an object" : `bad or unknown setting: ${wrong[0]}`);
}

function isEffect(value: unknown): boolean {
  if (!fits(value, EFFECT)) return false;
  return ["status", "lost", "twice", "delayMs"].filter((name) => Object.hasOwn(value as object, name)).length === 1;
}

function fits(value: unknown, shape: Shape): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, inner]) => Object.hasOwn(shape, name) && (inner === undefined || shape[name]?.(inner) === true),
  );
}
