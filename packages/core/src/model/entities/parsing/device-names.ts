/**
 * Names of the user's devices. Each device stores its own name and those that its user gave to others, and publishes both in its sealed
 * record; the latest choice for a device counts everywhere, and that device adopts it. sync.md §4.1 "Device records". Pure.
 */

import { DEVICES } from "../../limits/limits.ts";
import { isForeignTime } from "./ranges.ts";
import { isFields, parseJson } from "./record-values.ts";

/** `atMs`: when a user chose the name, in Unix milliseconds; 0 for a name that Satchel chose. */
export type DeviceName = { readonly name: string; readonly atMs: number };
export type GivenNames = Readonly<Record<string, DeviceName>>;
/** Names stored on this device. `own` is missing until Satchel has compared the default with the names of the other devices. */
export type StoredNames = { readonly own?: DeviceName; readonly given: GivenNames };

const DEVICE_ID = /^[A-Za-z0-9_-]{6}$/;
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Returns the name without control characters and surplus spaces, cut to its maximum; undefined if nothing is left. */
export function cleanDeviceName(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const words = value.slice(0, DEVICES.nameMaxChars * 4).replace(CONTROLS, " ");
  const name = Array.from(words.replace(/\s+/g, " ").trim()).slice(0, DEVICES.nameMaxChars).join("").trim();
  return name === "" ? undefined : name;
}

function parseDeviceName(value: unknown): DeviceName | undefined {
  if (!isFields(value) || !isForeignTime(value.atMs)) return undefined;
  const name = cleanDeviceName(value.name);
  return name === undefined ? undefined : { name, atMs: value.atMs };
}

/** Parses the names that a device gave to others; skips invalid ones, and all beyond the maximum. */
export function parseGivenNames(value: unknown): GivenNames {
  if (!isFields(value)) return {};
  const valid = Object.entries(value).flatMap(([id, given]) => {
    const name = DEVICE_ID.test(id) ? parseDeviceName(given) : undefined;
    return name === undefined ? [] : [[id, name] as const];
  });
  return Object.fromEntries(newestFirst(valid).slice(0, DEVICES.maxGivenNames));
}

export function readStoredNames(stored: string | undefined): StoredNames {
  const value = parseJson(stored);
  if (!isFields(value)) return { given: {} };
  const own = parseDeviceName(value.own);
  return { ...(own === undefined ? {} : { own }), given: parseGivenNames(value.given) };
}

/** The latest of the choices; of two at the same time the greater one, so that all devices choose the same. */
export function latestName(names: readonly (DeviceName | undefined)[]): DeviceName | undefined {
  return names
    .filter((each) => each !== undefined)
    .reduce<DeviceName | undefined>(
      (a, b) => (a === undefined || b.atMs > a.atMs || (b.atMs === a.atMs && b.name > a.name) ? b : a),
      undefined,
    );
}

/** Returns the base, or with the lowest number that makes it unique: "Chrome on Linux 2". */
export function freeName(base: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!taken.includes(name)) return name;
  }
}

function newestFirst(names: readonly (readonly [string, DeviceName])[]): readonly (readonly [string, DeviceName])[] {
  return [...names].sort(([, a], [, b]) => b.atMs - a.atMs);
}
