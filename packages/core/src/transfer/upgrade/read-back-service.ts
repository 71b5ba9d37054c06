/** Compares the notes from local mode with the drive; only notes that match may be deleted here. Decision 0005 "Upgrade". */
import type { Library } from "../../library/index/library-service.ts";
import type { Entity } from "../../model/entities/entity.ts";
import { isContained } from "../../model/entities/version-vector.ts";
import { PACKS, UPGRADE } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { AttachmentRemote } from "../../ports/remote/attachment-remote.ts";
import type { RemoteStore } from "../../ports/remote/remote-store.ts";
import type { AttachmentCodec } from "../../ports/sealing/attachment-codec.ts";
import type { Codec } from "../../ports/sealing/codec.ts";
import type { PackCodec } from "../../ports/sealing/pack-codec.ts";
import { hasSameText, type Target } from "./plan-take.ts";
import type { LocalContent } from "./take-service.ts";
import type { LocalNotes, UpgradeProblem } from "./upgrade-service-types.ts";

export type ReadBackDeps = {
  readonly library: Library;
  readonly remote: Pick<RemoteStore, "download">;
  readonly codec: Pick<Codec, "open">;
  readonly packs: Pick<PackCodec, "openPack">;
  readonly files: Pick<AttachmentRemote, "findAttachment" | "downloadAttachment">;
  readonly fileCodec: Pick<AttachmentCodec, "openAttachment">;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number, total: number) => void;
};

/** `not-there`: the drive does not respond, or does not have everything yet. */
export type ReadBackProblem = UpgradeProblem | { readonly kind: "not-there" } | { readonly kind: "stopped" };

type Step = Promise<Result<void, ReadBackProblem>>;

type CopiedNotes = { readonly content: LocalContent; readonly targets: readonly Target[] };

export function readBack(deps: ReadBackDeps, local: LocalNotes, copied: CopiedNotes): Step {
  return new ReadingBack(deps, local, copied).run();
}

type OpenedPack = Result<ReadonlyMap<string, Entity>, ReadBackProblem>;

class ReadingBack {
  #done = 0;
  /** Opened packs; each is downloaded once. */
  readonly #packs = new Map<string, Promise<OpenedPack>>();

  constructor(
    private readonly deps: ReadBackDeps,
    private readonly local: LocalNotes,
    private readonly copied: CopiedNotes,
  ) {}

  async run(): Step {
    this.#step(0);
    for (let from = 0; from < this.copied.targets.length; from += UPGRADE.readAtOnce) {
      const group = this.copied.targets.slice(from, from + UPGRADE.readAtOnce);
      const compared = await Promise.all(group.map((target) => this.#compare(target)));
      const wrong = compared.find(({ ok: isSame }) => !isSame);
      if (wrong !== undefined) return wrong;
      this.#step(group.length);
    }
    for (const id of this.copied.content.attachmentIds) {
      const compared = await this.#compareFile(id);
      if (!compared.ok) return compared;
      this.#step(1);
    }
    return ok(undefined);
  }

  async #compare({ localId, id }: Target): Step {
    if (this.deps.isStopped()) return failed({ kind: "stopped" });
    const source = await this.local.readEntities([localId]);
    if (!source.ok) return source;
    const entity = source.value.get(localId);
    if (entity === undefined) return failed({ kind: "storage-broken", detail: "gone" });
    const file = this.deps.library.index.filesOf(id).find(({ trashed, vv }) => !trashed && isContained(entity.vv, vv));
    if (file === undefined) return failed({ kind: "not-there" });
    const opened = file.packedIn === undefined ? await this.#readFile(file.fileId, entity, id) : await this.#readPacked(file.packedIn, id);
    if (!opened.ok) return opened;
    if (opened.value === undefined) return differs(entity);
    if (!isContained(entity.vv, opened.value.vv)) return failed({ kind: "not-there" });
    return hasSameText(opened.value, entity) ? ok(undefined) : this.#compareLater(entity, opened.value);
  }

  /** Returns undefined if the file does not open. */
  async #readFile(fileId: string, { kind }: Entity, id: string): Promise<Result<Entity | undefined, ReadBackProblem>> {
    const bytes = await this.deps.remote.download(fileId);
    if (!bytes.ok) return failed(toProblem(bytes.problem));
    const opened = await this.deps.codec.open(kind, id, bytes.value);
    if (!opened.ok && opened.problem === "locked") return failed({ kind: "vault-locked" });
    return ok(opened.ok ? opened.value : undefined);
  }

  async #readPacked(packFileId: string, id: string): Promise<Result<Entity | undefined, ReadBackProblem>> {
    const reading = this.#packs.get(packFileId) ?? this.#readPack(packFileId);
    this.#packs.set(packFileId, reading);
    for (const fileId of [...this.#packs.keys()].slice(0, -PACKS.heldOpen)) this.#packs.delete(fileId);
    const pack = await reading;
    return pack.ok ? ok(pack.value.get(id)) : pack;
  }

  async #readPack(fileId: string): Promise<OpenedPack> {
    const packId = this.deps.library.index.packs.get(fileId)?.packId;
    if (packId === undefined) return failed({ kind: "not-there" });
    const bytes = await this.deps.remote.download(fileId);
    if (!bytes.ok) return failed(toProblem(bytes.problem));
    const opened = await this.deps.packs.openPack(packId, bytes.value);
    if (!opened.ok && opened.problem === "locked") return failed({ kind: "vault-locked" });
    return ok(new Map(opened.ok ? opened.value.items.map(({ entity }) => [entity.id, entity]) : []));
  }

  /** A note that was edited in the account since then must be in the drive as this device shows it. */
  async #compareLater(source: Entity, read: Entity): Step {
    if (this.deps.library.index.pendingPush.has(read.id) || this.deps.library.index.toFetch(read.id).length > 0)
      return failed({ kind: "not-there" });
    const shown = await this.deps.library.store.readEntities([read.id]);
    if (!shown.ok) return shown;
    const here = shown.value.get(read.id);
    const isLater = here !== undefined && isContained(source.vv, here.vv) && isContained(read.vv, here.vv) && hasSameText(here, read);
    return isLater ? ok(undefined) : differs(source);
  }

  async #compareFile(id: string): Step {
    if (this.deps.isStopped()) return failed({ kind: "stopped" });
    const kept = await this.local.readAttachment(id);
    if (!kept.ok) return kept;
    if (kept.value === undefined) return ok(undefined);
    const fileId = await this.#findFile(id);
    if (fileId === undefined) return failed({ kind: "not-there" });
    const bytes = await this.deps.files.downloadAttachment(fileId);
    if (!bytes.ok) return failed(toProblem(bytes.problem));
    const opened = await this.deps.fileCodec.openAttachment(id, bytes.value, { isSensitive: false, isOuterOnly: true });
    if (!opened.ok && opened.problem === "locked") return failed({ kind: "vault-locked" });
    return opened.ok && isSameBytes(opened.value, kept.value) ? ok(undefined) : failed({ kind: "differs", title: id });
  }

  async #findFile(id: string): Promise<string | undefined> {
    const upload = this.deps.library.index.attachments.get(id)?.upload;
    if (upload?.kind === "stored") return upload.fileId;
    const found = upload?.kind === "waiting" ? undefined : await this.deps.files.findAttachment(id);
    return found?.ok === true && found.value?.trashed === false ? found.value.fileId : undefined;
  }

  #step(count: number): void {
    this.#done += count;
    this.deps.onProgress(this.#done, this.copied.targets.length + this.copied.content.attachmentIds.length);
  }
}

function differs(entity: Entity): Result<never, ReadBackProblem> {
  return failed({ kind: "differs", title: entity.kind === "folder" ? entity.name : entity.title });
}

function toProblem(problem: RemoteProblem): ReadBackProblem {
  return problem.kind === "rejected" && problem.status < 500 && problem.status !== 404
    ? { kind: "storage-broken", detail: `drive ${problem.status}` }
    : { kind: "not-there" };
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
