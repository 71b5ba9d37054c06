/** A sensitive folder's key under its password, as a backup names it. Pure. */
import { kdf, wrap } from "@satchel/contract/keys.ts";
import type { LocalSensitive } from "../../ports/sensitive-keys.ts";

/** As a file says it; anyone may have written that. */
export function toLocalSensitive(value: unknown): readonly LocalSensitive[] {
  const { sid, ...rest } = (value ?? {}) as { readonly sid?: unknown; readonly kdf?: unknown; readonly spw?: unknown };
  const [parsedKdf, spw] = [kdf.safeParse(rest.kdf), wrap.safeParse(rest.spw)];
  return typeof sid === "string" && parsedKdf.success && spw.success ? [{ sid, kdf: parsedKdf.data, spw: spw.data }] : [];
}
