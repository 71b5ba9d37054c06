/** Port: names of drive files, which must not show the ids of what is in them. Implemented by web/adapters/sealing. encryption.md 3.3. */
import type { Result } from "../../model/result.ts";

export interface FileNameCodec {
  /** One name for each id, always the same one; undefined for an id that is too long. */
  sealNames(ids: readonly string[]): Promise<Result<readonly (string | undefined)[], "locked">>;
  /** One id for each name; undefined for a name that no key of the vault made. */
  openNames(names: readonly string[]): Promise<Result<readonly (string | undefined)[], "locked">>;
}
