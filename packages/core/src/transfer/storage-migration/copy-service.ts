/**
 * Copies a library until the target lacks nothing: lists both storages, copies missing files, lists both again. Many notes go into packs;
 * other files stay files. A pass that finds nothing missing is the verification. Keeps no state that must survive. Decision 0010,
 * drive-layout.md.
 */
import type { PackItem } from "../../model/drive/pack.ts";
import { MOVE } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { CopyTarget, PlacedFile, WrittenFile } from "../../ports/remote/copy-target.ts";
import { type PackingDeps, RecordPacks, recordKey } from "./record-packs-service.ts";

export type CopyProblem =
  | { readonly kind: "source" | "target"; readonly problem: RemoteProblem }
  | { readonly kind: "too-small"; readonly neededBytes: number }
  /** The target stored other bytes than were sent. */
  | { readonly kind: "damaged" }
  /** Another device kept writing to the source. */
  | { readonly kind: "restless" }
  | { readonly kind: "stopped" };

export type CopyDeps = {
  readonly from: CopyTarget;
  readonly to: CopyTarget;
  readonly md5: (bytes: Uint8Array) => string;
  /**
   * Undefined if this device cannot open records, so that each record is copied as a file. `mayWrite`: the target folder was created for
   * this copy.
   */
  readonly packing?: (PackingDeps & { readonly mayWrite: boolean }) | undefined;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number, total: number) => void;
};

type Step<Value = void> = Promise<Result<Value, CopyProblem>>;

export function copyLibrary(deps: CopyDeps): Step {
  return new LibraryCopy(deps).run();
}

type Seen = { readonly missing: readonly PlacedFile[]; readonly all: readonly PlacedFile[]; readonly total: number };

class LibraryCopy {
  /** Written files by the source file they copy, because the target's list may lag. */
  readonly #written = new Map<string, WrittenFile>();
  readonly #packs: RecordPacks | undefined;
  #done = 0;
  #total = 0;

  constructor(private readonly deps: CopyDeps) {
    this.#packs = deps.packing === undefined ? undefined : new RecordPacks(deps.packing, deps.to);
  }

  async run(): Step {
    for (let pass = 0; pass < MOVE.maxPasses; pass += 1) {
      const seen = await this.#look();
      if (!seen.ok) return seen;
      const { missing, total } = seen.value;
      [this.#done, this.#total] = [total - missing.length, total];
      this.#report(0);
      if (missing.length === 0) return ok(undefined);
      const space = await this.#checkSpace(missing);
      if (!space.ok) return space;
      const copied = await this.#copyAll(seen.value);
      if (!copied.ok) return copied;
    }
    return failed({ kind: "restless" });
  }

  #report(count: number): void {
    this.#done += count;
    this.deps.onProgress(this.#done, this.#total);
  }

  async #look(): Step<Seen> {
    const source = await this.deps.from.list();
    if (!source.ok) return failed({ kind: "source", problem: source.problem });
    const target = await this.deps.to.list();
    if (!target.ok) return failed({ kind: "target", problem: target.problem });
    const held = await (this.#packs?.held(target.value) ?? ok(new Set<string>()));
    if (!held.ok) return held;
    const missing: PlacedFile[] = [];
    const md5Of = this.#md5Reader();
    for (const file of planCopy(source.value, target.value, held.value)) {
      const there = await this.#isThereAlready(file, md5Of);
      if (!there.ok) return there;
      if (!there.value) missing.push(file);
    }
    return ok({ missing, all: [...source.value, ...target.value], total: source.value.length });
  }

  async #isThereAlready(file: PlacedFile, md5Of: (fileId: string) => Step<string | undefined>): Step<boolean> {
    const written = this.#written.get(copyKey(file));
    if (written === undefined) return ok(false);
    const md5 = await md5Of(written.fileId);
    return md5.ok ? ok(md5.value === written.md5) : md5;
  }

  /** Asks for each file's MD5 once per pass, because a pack contains many records. */
  #md5Reader(): (fileId: string) => Step<string | undefined> {
    const asked = new Map<string, Step<string | undefined>>();
    const ask = async (fileId: string): Step<string | undefined> => {
      const md5 = await this.deps.to.md5Of(fileId);
      return md5.ok ? md5 : failed({ kind: "target", problem: md5.problem });
    };
    return (fileId) => {
      const answer = asked.get(fileId) ?? ask(fileId);
      asked.set(fileId, answer);
      return answer;
    };
  }

  async #checkSpace(missing: readonly PlacedFile[]): Step {
    const free = await this.deps.to.freeBytes();
    if (!free.ok) return failed({ kind: "target", problem: free.problem });
    const neededBytes = missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return free.value !== undefined && neededBytes > free.value ? failed({ kind: "too-small", neededBytes }) : ok(undefined);
  }

  async #copyAll({ missing, all }: Seen): Step {
    const left = new Set(missing);
    const portions = this.deps.packing?.mayWrite === true ? (this.#packs?.portions(missing, all) ?? []) : [];
    for (const portion of portions) {
      const packed = await this.#copyPacked(portion);
      if (!packed.ok) return packed;
      for (const file of packed.value) left.delete(file);
    }
    return this.#inParallel([...left], (file) => this.#copyOne(file));
  }

  /**
   * Returns the files that this pass need not copy one by one: those now in a pack, and those that changed since the listing, which are
   * left to the next pass.
   */
  async #copyPacked(portion: readonly PlacedFile[]): Step<readonly PlacedFile[]> {
    const items: { readonly file: PlacedFile; readonly item: PackItem }[] = [];
    const changed: PlacedFile[] = [];
    const read = await this.#inParallel(portion, async (file) => {
      const bytes = await this.#read(file);
      if (!bytes.ok) return bytes;
      if (bytes.value === undefined) changed.push(file);
      const item = bytes.value === undefined ? undefined : await this.#packs?.toItem(file, bytes.value);
      if (item !== undefined) items.push({ file, item });
      return ok(undefined);
    });
    if (!read.ok) return read;
    const pack = await (this.#packs?.write(
      items.map(({ item }) => item),
      this.deps.md5,
    ) ?? ok(undefined));
    if (!pack.ok) return pack;
    const packed = portion.filter(({ record, md5 }) => pack.value?.keys.has(recordKey({ id: record?.id ?? "", md5 })) === true);
    for (const file of packed) if (pack.value !== undefined) this.#written.set(copyKey(file), pack.value);
    this.#report(packed.length);
    return ok([...packed, ...changed]);
  }

  async #inParallel(files: readonly PlacedFile[], act: (file: PlacedFile) => Step): Step {
    const waiting = [...files];
    let problem: CopyProblem | undefined;
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined && problem === undefined; file = waiting.shift()) {
        const one: Result<void, CopyProblem> = this.deps.isStopped() ? failed({ kind: "stopped" }) : await act(file);
        if (!one.ok) problem ??= one.problem;
      }
    };
    await Promise.all(Array.from({ length: MOVE.parallel }, work));
    return problem === undefined ? ok(undefined) : failed(problem);
  }

  async #copyOne(file: PlacedFile): Step {
    const bytes = await this.#read(file);
    if (!bytes.ok) return bytes;
    if (bytes.value === undefined) return ok(this.#report(1));
    const written = await this.deps.to.write(file, bytes.value);
    if (!written.ok) return failed({ kind: "target", problem: written.problem });
    if (written.value.md5 !== file.md5) return failed({ kind: "damaged" });
    this.#written.set(copyKey(file), written.value);
    return ok(this.#report(1));
  }

  /** Returns undefined if the file changed or disappeared since the listing; the next pass handles it. */
  async #read({ fileId, md5 }: PlacedFile): Step<Uint8Array | undefined> {
    const bytes = await this.deps.from.read(fileId);
    if (!bytes.ok) return bytes.problem.kind === "not-found" ? ok(undefined) : failed({ kind: "source", problem: bytes.problem });
    return ok(this.deps.md5(bytes.value) === md5 ? bytes.value : undefined);
  }
}

/**
 * Identifies a file in both storages by bytes, name, properties and folder kind, because ids differ. Comparing two lists gives the
 * missing files, so an interrupted move continues. Pure.
 */
export function copyKey({ name, role, md5, properties }: Pick<PlacedFile, "name" | "role" | "md5" | "properties">): string {
  const sorted = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([role, name, md5, sorted]);
}

/** `held`: records that are in packs of the target. */
function planCopy(source: readonly PlacedFile[], target: readonly PlacedFile[], held: ReadonlySet<string>): readonly PlacedFile[] {
  const there = new Set(target.map(copyKey));
  return source.filter((file) => {
    const key = copyKey(file);
    const isHeld = file.record?.isWhole === true && held.has(recordKey({ id: file.record.id, md5: file.md5 }));
    const isLacking = !isHeld && !there.has(key);
    there.add(key);
    return isLacking;
  });
}
