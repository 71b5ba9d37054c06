/**
 * Invariants of attachments: every acknowledged one that a living or soft-deleted note refers to opens with its own bytes and is not in the
 * trash. None is trashed while a note, a version or a pack refers to it, or before its time. Unreferenced ones are trashed in the end.
 * sync.md §11.
 */

import { referencesIn } from "@satchel/core/document/references.ts";
import type { NewFile } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { type Entity, isAlive } from "@satchel/core/model/entities/entity.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";
import type { Device } from "../device/device.ts";
import { contentOf, recordsIn } from "../device/reading.ts";

const HOUR_MS = 3_600_000;
const FIELDS = "files(id,trashed,createdTime,modifiedTime,appProperties)";

export type AttachmentOracleDeps = {
  readonly client: DriveClient;
  readonly now: () => number;
  readonly keptMs: number;
  /** True if a user trashes and restores files by hand, so that times in the trash mean nothing. */
  readonly isMeddled: boolean;
  readonly trace: (line: string) => void;
};

export class AttachmentOracle {
  readonly #deps: AttachmentOracleDeps;
  readonly #acknowledged = new Map<string, Uint8Array>();
  readonly #gone = new Set<string>();
  readonly #exposed = new Set<string>();
  /** By file id. */
  readonly #trashedAt = new Map<string, number>();
  readonly #sensitive = new Set<string>();
  readonly #failures = new Set<string>();
  #made = 0;

  constructor(deps: AttachmentOracleDeps) {
    this.#deps = deps;
  }

  get failures(): readonly string[] {
    return [...this.#failures];
  }

  newFile(length: number): NewFile {
    this.#made += 1;
    const step = this.#made * 7 + 1;
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) bytes[at] = (at * step) % 251;
    return { bytes, fileName: `file ${this.#made}`, mimeType: "application/octet-stream" };
  }

  acknowledge(id: string, bytes: Uint8Array): void {
    this.#acknowledged.set(id, bytes);
  }

  givenUp(id: string): void {
    this.#gone.add(id);
  }

  /** Attachments lost with a device that had not sent them yet. */
  goneWith(ids: readonly string[]): void {
    for (const id of ids) this.#gone.add(id);
  }

  /** The same bytes under a new id. The former ones may be trashed sooner, even while a version or a pack still names them. */
  resealed(ids: ReadonlyMap<string, string>, isSensitive: boolean): void {
    for (const [from, to] of ids) {
      const bytes = this.#acknowledged.get(from);
      if (bytes !== undefined && !this.#gone.has(from)) this.#acknowledged.set(to, bytes);
      if (isSensitive) this.#exposed.add(from);
      if (isSensitive) this.#sensitive.add(to);
    }
  }

  read(id: string, bytes: Uint8Array, by: string): void {
    const own = this.#acknowledged.get(id);
    if (own !== undefined && Buffer.compare(own, bytes) !== 0) this.#failures.add(`${by} read other bytes than those of ${id}`);
  }

  /** Called just before a device trashes a file. */
  async trashing(fileId: string, by: Device): Promise<void> {
    const { client, now, keptMs, isMeddled, trace } = this.#deps;
    const file = await client.get(fileId, { fields: "createdTime,appProperties" });
    if (!file.ok) return;
    const id = file.value.appProperties?.n ?? "";
    trace(`${by.name} throws ${id} away, in ${fileId}`);
    this.#trashedAt.set(fileId, now());
    // If an ambiguous upload left two files, one of them goes. Two devices may trash the same one (seed 13040818) or different ones (seed
    // 310420086).
    const others = (await this.#files("attachment")).filter((other) => other.id !== fileId && other.appProperties?.n === id);
    const isJustTrashed = (id = ""): boolean => now() - (this.#trashedAt.get(id) ?? Number.NEGATIVE_INFINITY) < HOUR_MS;
    if (others.some((other) => other.trashed !== true || isJustTrashed(other.id))) return;
    if (now() - Date.parse(file.value.createdTime ?? "") < keptMs) this.#failures.add(`${by.name} throws ${id} away too soon`);
    const { entities, versions } = await by.disk.view();
    const isExposed = this.#exposed.has(id);
    if (attIdsOf([...entities.values(), ...(isExposed ? [] : versions)]).has(id))
      this.#failures.add(`${by.name} throws away ${id}, to which it refers itself`);
    const since = now() - HOUR_MS;
    if (!isMeddled && !isExposed && (await this.#referredTo((modified) => modified < since)).has(id))
      this.#failures.add(`${by.name} throws away ${id}, to which the drive refers`);
  }

  /**
   * Called just before a device permanently removes a file: allowed only for files left behind at the Sensitive folder's border that were
   * in the trash.
   */
  async erasing(fileId: string, by: Device): Promise<void> {
    const file = await this.#deps.client.get(fileId, { fields: "trashed,appProperties" });
    if (!file.ok) return;
    const id = file.value.appProperties?.n ?? "";
    this.#deps.trace(`${by.name} removes ${id} for good, in ${fileId}`);
    if (!this.#exposed.has(id)) this.#failures.add(`${by.name} removes ${id} for good, which no note left behind`);
    // For files trashed by hand, the time in the trash means nothing.
    const inTrashFor = this.#deps.now() - (this.#trashedAt.get(fileId) ?? Number.NEGATIVE_INFINITY);
    if (file.value.trashed !== true || inTrashFor < this.#deps.keptMs) this.#failures.add(`${by.name} removes ${id} for good too soon`);
    const { entities } = await by.disk.view();
    if (attIdsOf([...entities.values()]).has(id)) this.#failures.add(`${by.name} removes ${id} for good, to which it refers itself`);
  }

  /** Runs on a device that has just read everything. */
  async judge(fresh: Device): Promise<void> {
    const { entities } = await fresh.disk.view();
    const living = new Set(
      (await this.#files("attachment")).filter(({ trashed }) => trashed !== true).map(({ appProperties }) => appProperties?.n),
    );
    const texts = [...entities.values()].flatMap((entity) => referencesIn(contentOf(entity)));
    for (const id of new Set([...attIdsOf([...entities.values()]), ...texts])) {
      const own = this.#acknowledged.get(id);
      if (own === undefined || this.#gone.has(id)) continue;
      if (!living.has(id)) this.#failures.add(`${id} is referred to and not in the drive`);
      const opened = await fresh.command(async (_notes, more) =>
        more.files?.attachments.open({ id, isSensitive: this.#sensitive.has(id) }),
      );
      if (opened?.ok === true) this.read(id, opened.value, fresh.name);
      else this.#failures.add(`${id} does not open: ${opened?.problem.kind}`);
    }
    for (const id of texts) if (!attIdsOf([...entities.values()]).has(id)) this.#failures.add(`a note does not count ${id}`);
    const sensitive = [...entities.values()].filter((entity) => entity.kind === "note" && entity.isEncrypted && isAlive(entity));
    for (const id of attIdsOf(sensitive))
      if (this.#acknowledged.has(id) && !this.#gone.has(id) && !this.#sensitive.has(id))
        this.#failures.add(`${id} has not the folder's seal, and a sensitive note refers to it`);
  }

  /** Runs after days without any activity. */
  async judgeCollected(fresh: Device): Promise<void> {
    const { entities, versions } = await fresh.disk.view();
    const kept = new Set([...attIdsOf([...entities.values(), ...versions]), ...(await this.#referredTo(() => true))]);
    for (const { appProperties, trashed } of await this.#files("attachment")) {
      const id = appProperties?.n ?? "";
      if (trashed !== true && !kept.has(id)) this.#failures.add(`nothing refers to ${id}, and it is never thrown away`);
    }
  }

  /** Returns the ids named by notes and packs in the drive. */
  async #referredTo(counts: (modifiedTime: number) => boolean): Promise<ReadonlySet<string>> {
    const { client } = this.#deps;
    const records: Entity[] = [];
    for (const file of [...(await this.#files("note")), ...(await this.#files("pack")), ...(await this.#files("history"))]) {
      if (file.trashed === true || !counts(Date.parse(file.modifiedTime ?? ""))) continue;
      const bytes = await client.download(file.id ?? "");
      if (bytes.ok) records.push(...recordsIn(bytes.value));
    }
    return attIdsOf(records);
  }

  async #files(kind: string): Promise<readonly DriveFile[]> {
    const listed = await this.#deps.client.list({ q: "", fields: FIELDS, pageSize: 1000 });
    if (!listed.ok) throw new Error(`The drive could not be listed: ${listed.problem.kind}`);
    return (listed.value.files ?? []).filter(({ appProperties }) => appProperties?.k === kind);
  }
}

function attIdsOf(entities: readonly Entity[]): ReadonlySet<string> {
  return new Set(entities.flatMap((entity) => (entity.kind === "note" ? entity.attIds : [])));
}
