/** Stores local mode's Sensitive folder key, wrapped by its password. Implemented by web/adapters/indexed-db. encryption.md 3.5 (10). */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { LocalSensitive } from "./sensitive-keys.ts";

export interface LocalSensitiveStore {
  readSensitive(): Promise<Result<LocalSensitive | undefined, StoreProblem>>;
  /** Resolves once it is on disk. Returns false if the stored folder differs from `read`, because another tab has written. */
  writeSensitive(next: LocalSensitive, read: LocalSensitive | undefined): Promise<Result<boolean, StoreProblem>>;
}
