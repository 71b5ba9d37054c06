/** Importing notes that lie in the drive in clear, whose code comes when somebody does. */
import { CODE_MISSING } from "@satchel/core/model/lazy-rule.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { Codec } from "@satchel/core/ports/codec.ts";
import type { ImportDeps } from "@satchel/core/sync/unsealed-files/import-unsealed-service.ts";
import type { Library } from "../../shared/services.ts";
import { loadMd5 } from "./lazy-md5.ts";

type UnsealedFiles = NonNullable<Library["unsealed"]>;
type Deps = Omit<ImportDeps, "codec"> & { readonly codec: Pick<Codec, "readJson"> };

export const createLazyUnsealed = ({ codec, ...deps }: Deps): UnsealedFiles => ({
  files: () => deps.library.index.unsealedFiles(),
  async importNotes() {
    const code = await Promise.all([import("@satchel/core/sync/unsealed-files/import-unsealed-service.ts"), loadMd5()]).catch(
      () => undefined,
    );
    if (code === undefined) return failed(CODE_MISSING);
    const [{ importUnsealed }, md5] = code;
    return importUnsealed({ ...deps, codec: { readJson: codec.readJson, md5 } });
  },
});
