/** The library with its sync comes after the sign-in page: its code is fetched with the workspace's, not with the first paint. */
import { failed, type Result } from "@satchel/core/result.ts";
import type { LibraryProblem } from "../shared/services.ts";
import type { OpenedLibrary } from "./open-library.ts";

type Opener = typeof import("./open-library.ts");

export const fetchLibrary = (): Promise<Opener> => import("./open-library.ts");

/** Without a network, right after an update or on the first visit, it may be missing: that is said, and nothing is opened. */
export async function openLate(
  open: (opener: Opener) => Promise<Result<OpenedLibrary, LibraryProblem>>,
  load: () => Promise<Opener> = fetchLibrary,
): Promise<Result<OpenedLibrary, LibraryProblem>> {
  const opener = await load().catch(() => undefined);
  return opener === undefined ? failed({ kind: "not-loaded" }) : open(opener);
}
