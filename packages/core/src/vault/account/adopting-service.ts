/** Opens another vault of the same user by its secret; stateless. encryption.md 3.5 (5). */

import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { parseJson } from "../../model/entities/parsing/record-values.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { toAccountProblem } from "./account-problems.ts";
import type { AccountProblem } from "./account-service-types.ts";
import { type Caller, type ChangingDeps, type OpeningMethod, readKeys, showPassword, toOpeningProblem } from "./vault-opening-service.ts";

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

/** A secret of the other vault. */
export type OtherVaultMethod = Extract<OpeningMethod, { readonly kind: "password" | "recovery-key" }>;

/** Document or copy of the vault that the keyring has opened. */
export type OtherVault = KeyDocument | Uint8Array;

/** `copies`: key files found in the drive. */
export async function openOther(
  deps: ChangingDeps,
  caller: Caller,
  { method, copies }: { readonly method: OtherVaultMethod; readonly copies: readonly Uint8Array[] },
): Outcome<OtherVault> {
  const keys = await readKeys(deps, caller);
  if (!keys.ok) return keys;
  const retired = await deps.backend.retiredKeys(caller.token);
  if (!retired.ok) return failed(toAccountProblem(retired.problem));
  return method.kind === "password"
    ? openByPassword(deps, caller, { password: method.password, known: { keys: keys.value, retired: retired.value } })
    : openByKey(deps, method.text, [...retired.value, ...copies.filter((copy) => isOfOther(copy, keys.value.document?.vaultId))]);
}

/** A copy of this account's own vault has nothing to adopt, and an old restored copy would open with a replaced recovery key. */
function isOfOther(copy: Uint8Array, vaultId: string | undefined): boolean {
  return vaultId === undefined || readRevision(copy, vaultId) === undefined;
}

type Known = { readonly keys: AccountKeys; readonly retired: readonly KeyDocument[] };

async function openByPassword(
  deps: ChangingDeps,
  caller: Caller,
  { password, known: { keys, retired } }: { readonly password: string; readonly known: Known },
): Outcome<KeyDocument> {
  const shown = await showPassword(deps, caller, { keys, password, counts: (entry) => entry.vaultId !== keys.document?.vaultId });
  if (!shown.ok) return shown;
  for (const document of retired) {
    if ((await deps.keyring.openVault({ ...shown.value.keys, document })).ok) return ok(document);
  }
  return failed({ kind: "nothing-found" });
}

async function openByKey({ keyring }: ChangingDeps, text: string, others: readonly OtherVault[]): Outcome<OtherVault> {
  for (const other of others) {
    const opened = other instanceof Uint8Array ? await keyring.openDriveCopy(other, text) : await keyring.openWithRecoveryKey(other, text);
    if (opened.ok) return ok(other);
    if (opened.problem.kind === "recovery-key-malformed" || opened.problem.kind === "recovery-key-mistyped")
      return failed(toOpeningProblem(opened.problem));
  }
  return failed({ kind: "nothing-found" });
}

/** Reads the revision of a `keys.json` without opening it; undefined for anything but a copy of this vault. Pure. encryption.md 3.4. */
export function readRevision(bytes: Uint8Array, vaultId: string): number | undefined {
  const value = parse(bytes);
  if (typeof value !== "object" || value === null) return undefined;
  const { v, rev, vaultId: named } = value as Readonly<Record<string, unknown>>;
  const fits = v === 1 && named === vaultId && Number.isSafeInteger(rev) && (rev as number) >= 1;
  return fits ? (rev as number) : undefined;
}

/** Copies are ASCII, and core has no TextDecoder; other bytes are rejected. */
function parse(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_BYTES || bytes.some((byte) => byte > 126)) return undefined;
  let text = "";
  for (let from = 0; from < bytes.length; from += CHUNK) text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return parseJson(text);
}

const MAX_BYTES = 1_048_576;
const CHUNK = 8192;
