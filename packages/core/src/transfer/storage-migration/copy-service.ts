/**
 * Copies a library file by file until one place lacks nothing that the other has: both are listed, what is missing is copied, and both are
 * listed again. A pass that finds nothing missing is the check. Holds nothing that must survive. Decision 0010, drive-layout.md.
 */
import { MOVE } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { CopyTarget, PlacedFile } from "../../ports/remote/copy-target.ts";

export type CopyProblem =
  | { readonly kind: "source" | "target"; readonly problem: RemoteProblem }
  | { readonly kind: "too-small"; readonly neededBytes: number }
  /** What arrived is not what was sent. */
  | { readonly kind: "damaged" }
  /** Something kept writing to the former place. */
  | { readonly kind: "restless" }
  | { readonly kind: "stopped" };

export type CopyDeps = {
  readonly from: CopyTarget;
  readonly to: CopyTarget;
  readonly md5: (bytes: Uint8Array) => string;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number, total: number) => void;
};

type Step<Value = void> = Promise<Result<Value, CopyProblem>>;

export async function copyLibrary(deps: CopyDeps): Step {
  const copied = new Map<string, string>();
  for (let pass = 0; pass < MOVE.maxPasses; pass += 1) {
    const looked = await look(deps, copied);
    if (!looked.ok) return looked;
    const { missing, total } = looked.value;
    deps.onProgress(total - missing.length, total);
    if (missing.length === 0) return ok(undefined);
    const space = await checkSpace(deps, missing);
    if (!space.ok) return space;
    const done = await copyAll(deps, missing, { total, copied });
    if (!done.ok) return done;
  }
  return failed({ kind: "restless" });
}

type Looked = { readonly missing: readonly PlacedFile[]; readonly total: number };

async function look(deps: CopyDeps, copied: ReadonlyMap<string, string>): Step<Looked> {
  const source = await deps.from.list();
  if (!source.ok) return failed({ kind: "source", problem: source.problem });
  const target = await deps.to.list();
  if (!target.ok) return failed({ kind: "target", problem: target.problem });
  const missing: PlacedFile[] = [];
  for (const file of planCopy(source.value, target.value)) {
    const there = await isThereAlready(deps.to, file, copied.get(copyKey(file)));
    if (!there.ok) return there;
    if (!there.value) missing.push(file);
  }
  return ok({ missing, total: source.value.length });
}

/** A list may lag behind what was written a moment ago. */
async function isThereAlready(to: CopyTarget, file: PlacedFile, writtenId: string | undefined): Step<boolean> {
  if (writtenId === undefined) return ok(false);
  const md5 = await to.md5Of(writtenId);
  return md5.ok ? ok(md5.value === file.md5) : failed({ kind: "target", problem: md5.problem });
}

async function checkSpace({ to }: CopyDeps, missing: readonly PlacedFile[]): Step {
  const free = await to.freeBytes();
  if (!free.ok) return failed({ kind: "target", problem: free.problem });
  const neededBytes = bytesOf(missing);
  return free.value !== undefined && neededBytes > free.value ? failed({ kind: "too-small", neededBytes }) : ok(undefined);
}

async function copyAll(
  deps: CopyDeps,
  missing: readonly PlacedFile[],
  { total, copied }: { readonly total: number; readonly copied: Map<string, string> },
): Step {
  const waiting = [...missing];
  let done = total - missing.length;
  let problem: CopyProblem | undefined;
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined && problem === undefined; file = waiting.shift()) {
      const one: Result<void, CopyProblem> = deps.isStopped() ? failed({ kind: "stopped" }) : await copyOne(deps, file, copied);
      if (!one.ok) problem ??= one.problem;
      else deps.onProgress(++done, total);
    }
  };
  await Promise.all(Array.from({ length: MOVE.parallel }, work));
  return problem === undefined ? ok(undefined) : failed(problem);
}

/** A file that changed or went since it was listed is the next pass's affair. */
async function copyOne({ from, to, md5 }: CopyDeps, file: PlacedFile, copied: Map<string, string>): Step {
  const bytes = await from.read(file.fileId);
  if (!bytes.ok) return bytes.problem.kind === "not-found" ? ok(undefined) : failed({ kind: "source", problem: bytes.problem });
  if (md5(bytes.value) !== file.md5) return ok(undefined);
  const written = await to.write(file, bytes.value);
  if (!written.ok) return failed({ kind: "target", problem: written.problem });
  if (written.value.md5 !== file.md5) return failed({ kind: "damaged" });
  copied.set(copyKey(file), written.value.fileId);
  return ok(undefined);
}

/**
 * Which files of one place the other one lacks. Worked out again from two lists each time, so that a move goes on wherever it was broken off. Pure.
 * The same bytes under the same name and properties in the same kind of folder; ids belong to a place.
 */
export function copyKey({ name, role, md5, properties }: Omit<PlacedFile, "fileId" | "sizeBytes">): string {
  const sorted = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([role, name, md5, sorted]);
}

function planCopy(source: readonly PlacedFile[], target: readonly PlacedFile[]): readonly PlacedFile[] {
  const there = new Set(target.map(copyKey));
  return source.filter((file) => {
    const key = copyKey(file);
    const isLacking = !there.has(key);
    there.add(key);
    return isLacking;
  });
}

function bytesOf(files: readonly PlacedFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
