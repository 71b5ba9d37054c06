/** Names of drive files without secrecy: the vault and the id, padded to the lengths of encrypted names, so that a run can read them. */
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";

const SIZES = [64, 80];
/** No id and no vault has it. */
const SEPARATOR = "|";

type Keys = { readonly own: string; opens(vault: string): boolean };

/** The keys of a run with one vault; they open the names of every vault, too. */
const ALL: Keys = { own: "", opens: () => true };

export function createPlainFileNames(keys: () => Keys | undefined = () => undefined): FileNameCodec {
  return {
    sealNames: async (ids) => ({ ok: true, value: ids.map((id) => nameOf(id, (keys() ?? ALL).own)) }),
    openNames: async (names) => ({ ok: true, value: names.map((name) => idOf(name, keys() ?? ALL)) }),
  };
}

/** The id of what is in a file, whatever version of the app wrote it. */
export function idInFile({ appProperties: { n, e } = {} }: Pick<DriveFile, "appProperties">): string | undefined {
  return e === undefined ? n : idOf(e, ALL);
}

function nameOf(id: string, vault: string): string | undefined {
  const bytes = Buffer.from(`${vault}${SEPARATOR}${id}`);
  const size = SIZES.find((each) => bytes.length <= each);
  return size === undefined ? undefined : Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]).toString("base64url");
}

function idOf(name: string, keys: Keys): string | undefined {
  const [vault = "", id] = Buffer.from(name, "base64url").toString().replaceAll("\0", "").split(SEPARATOR);
  return id !== undefined && keys.opens(vault) ? id : undefined;
}
