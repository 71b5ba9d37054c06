/** The active faults and their counters. Mutable on purpose: the control endpoint changes them between two requests. */

import type { RequestKind } from "../request-kind.ts";
import type { FaultConfig, FaultEffect, FaultMatch, FaultRule } from "./fault-config.ts";

export type FaultSubject = {
  readonly kind: RequestKind;
  readonly method: string;
  readonly path: string;
  readonly userId: string | undefined;
};

export type FaultState = {
  readonly config: FaultConfig;
  set(config: FaultConfig): void;
  /** Returns the effects of all rules that fire now, in order, and counts the request. */
  effectsFor(subject: FaultSubject): readonly FaultEffect[];
  /** False if this write comes too soon after the user's other writes. */
  allowsWrite(userId: string, now: number): boolean;
};

type Counted = { readonly rule: FaultRule; seen: number; fired: number };

export function createFaultState(random: () => number, initial: FaultConfig): FaultState {
  let config = initial;
  let counted = toCounted(initial);
  let writesByUser = new Map<string, readonly number[]>();
  return {
    get config() {
      return config;
    },
    set: (next) => {
      config = next;
      counted = toCounted(next);
      writesByUser = new Map();
    },
    effectsFor: (subject) =>
      counted.filter(({ rule }) => concerns(rule.on, subject)).flatMap((entry) => (fires(entry, random) ? entry.rule.then : [])),
    allowsWrite: (userId, now) => {
      const recent = (writesByUser.get(userId) ?? []).filter((at) => at > now - 1000);
      const isAllowed = config.writesPerSecond === undefined || recent.length < config.writesPerSecond;
      writesByUser.set(userId, isAllowed ? [...recent, now] : recent);
      return isAllowed;
    },
  };
}

function toCounted(config: FaultConfig): readonly Counted[] {
  return (config.rules ?? []).map((rule) => ({ rule, seen: 0, fired: 0 }));
}

function concerns(match: FaultMatch | undefined, subject: FaultSubject): boolean {
  if (match === undefined) return subject.kind !== "preflight";
  return (
    (match.kinds === undefined ? subject.kind !== "preflight" : match.kinds.includes(subject.kind)) &&
    (match.method === undefined || match.method === subject.method) &&
    (match.pathIncludes === undefined || subject.path.includes(match.pathIncludes)) &&
    (match.userId === undefined || match.userId === subject.userId)
  );
}

function fires(entry: Counted, random: () => number): boolean {
  const { nth, every, rate, times } = entry.rule.when ?? {};
  entry.seen += 1;
  if (times !== undefined && entry.fired >= times) return false;
  if (nth !== undefined && entry.seen !== nth) return false;
  if (every !== undefined && entry.seen % every !== 0) return false;
  if (rate !== undefined && random() >= rate) return false;
  entry.fired += 1;
  return true;
}
