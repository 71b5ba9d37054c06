/** The library of an account or of local mode. Its code loads with the workspace, after the sign-in page and the first paint. */
import { CODE_MISSING, type CodeMissing, lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import { type LibraryProblem, NOT_LOADED } from "../../../shared/services.ts";
import type { OpenedLibrary } from "./open-notes.ts";
import type { ReadLibrary, ShowFirst } from "./read-library.ts";

type Opener = typeof import("./open-library.ts");
type LocalOpener = typeof import("./open-local-library.ts");

export const fetchLibrary = (): Promise<Opener> => import("./open-library.ts");
export const fetchLocalLibrary = (): Promise<LocalOpener> => import("./open-local-library.ts");

type Opening = Promise<Result<OpenedLibrary, LibraryProblem>>;

export const openCloudLazily = (open: (opener: Opener) => Opening): Opening => lazyModule(fetchLibrary).ask(open, NOT_LOADED);
export const openLocalLazily = (open: (opener: LocalOpener) => Opening): Opening => lazyModule(fetchLocalLibrary).ask(open, NOT_LOADED);

export const tryLocalStorageLazily = (): Promise<Result<void, StoreProblem | CodeMissing>> =>
  lazyModule(fetchLocalLibrary).ask<Result<void, StoreProblem | CodeMissing>>(
    ({ tryLocalStorage }) => tryLocalStorage(),
    failed(CODE_MISSING),
  );

type Read = Result<ReadLibrary, StoreProblem> | undefined;

export type ReadAhead = {
  /** Returns the started read to the first library that opens; a later one reads again. Nothing is shown before the call. */
  readonly take: (showFirst?: ShowFirst) => Promise<Read>;
  /** Drops the read, because no keys opened. */
  readonly drop: () => void;
};

/**
 * Reads the account's database while its keys are opened, because each takes a while and they are independent. Only if a user is signed in.
 */
export function readAhead(
  onOutdated: () => void,
  isSignedIn: boolean,
  load: () => Promise<Pick<Opener, "readCloudLibrary">> = fetchLibrary,
): ReadAhead {
  let show = (_showFirst: ShowFirst | undefined): void => undefined;
  const shown = new Promise<ShowFirst | undefined>((resolve) => {
    show = resolve;
  });
  const read = async (): Promise<Read> => (await load()).readCloudLibrary(onOutdated, async (first) => (await shown)?.(first));
  // The caller, which opens the library, reports code that failed to load.
  let begun = isSignedIn ? read().catch(() => undefined) : undefined;
  const take = async (showFirst?: ShowFirst): Promise<Read> => {
    const taken = begun;
    begun = undefined;
    show(showFirst);
    return taken;
  };
  return { take, drop: () => void take().then((taken) => taken?.ok === true && taken.value.close()) };
}
