/** Where local mode keeps its Sensitive folder's key under its password. Implemented by web/adapters/indexed-db. encryption.md 3.5 (10). */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { LocalSensitive } from "./sensitive-keys.ts";

export interface LocalSensitiveStore {
  readSensitive(): Promise<Result<LocalSensitive | undefined, StoreProblem>>;
  /** On disk before it is answered. False when another one is there than the one that was read: two tabs at once. */
  writeSensitive(next: LocalSensitive, read: LocalSensitive | undefined): Promise<Result<boolean, StoreProblem>>;
}
