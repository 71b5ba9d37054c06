/**
 * A drive controlled by someone who wants to do harm. It forges unencrypted notes and folders, writes values that no screen can show,
 * returns older bytes under newer properties, exchanges the contents of files and packs, and trashes files with and without our mark. It
 * does not have the key, so nothing that it writes may ever be in a library, and nothing of one record in another. Decision 0017, sync.md
 * §7.3.
 */
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";
import { bytesOfText, contentOf, isRecord, recordsIn } from "../device/reading.ts";
import { type Oracle, tokensIn } from "../oracle/oracle.ts";
import { ACCESS_TOKEN, DRIVE_URLS, type SimDrive } from "../world/drive.ts";
import type { Chance } from "../world/random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

export type HostileDeps = {
  readonly drive: SimDrive;
  readonly client: DriveClient;
  readonly oracle: Oracle;
  readonly chance: Chance;
  readonly time: VirtualTime;
  readonly trace: (line: string) => void;
};

/** Values that JSON can carry: numbers beyond any calendar, negative numbers, and values that are not numbers at all. */
const POISONS: readonly unknown[] = [1e17, -1, 1e308, "never", null, [], { valueOf: 1 }, Number.MAX_SAFE_INTEGER];
const FUTURE_MS = 4_000_000_000_000;

export class HostileDrive {
  readonly #deps: HostileDeps;

  constructor(deps: HostileDeps) {
    this.#deps = deps;
  }

  async actOnce(): Promise<void> {
    const { chance } = this.#deps;
    const listed = await this.#deps.client.list({ q: "trashed = false", fields: "files(id,name,parents,appProperties)", pageSize: 1000 });
    const files = (listed.ok ? (listed.value.files ?? []) : []).filter(({ appProperties: of }) => of?.k === "note" || of?.k === "folder");
    const file = chance.pick(files);
    if (file === undefined) return;
    const packs = (listed.ok ? (listed.value.files ?? []) : []).filter(({ appProperties: of }) =>
      ["pack", "history", "primary"].includes(of?.k ?? ""),
    );
    const acts = [
      () => this.#exchange(file, chance.pick(files.filter(({ id }) => id !== file.id))),
      () => this.#exchange(chance.pick(packs) ?? file, chance.pick([...packs, ...files])),
      () => this.#forgeBeside(file),
      () => this.#forgeOver(file),
      () => this.#rollBack(file),
      () => this.#trash(file, { sup: "1" }),
      () => this.#trash(file, {}),
      () => this.#claim(file),
    ];
    await chance.pick(acts)?.();
  }

  /** Creates a second file for an id, either without properties or with those of the first file and a larger version vector. */
  async #forgeBeside({ name = "", parents = [], appProperties = {} }: DriveFile): Promise<void> {
    const isMarked = this.#deps.chance.happens(0.5);
    const properties = isMarked ? { appProperties: beyond(appProperties) } : {};
    await this.#deps.client.create({ name, parents, ...properties }, { content: this.#forgery(appProperties), fields: "id" });
    this.#say(`forged ${isMarked ? "with" : "without"} properties beside`, appProperties);
  }

  /** Overwrites a file. The device that wrote the former bytes still has them and sends them again. */
  async #forgeOver({ id, appProperties = {} }: DriveFile): Promise<void> {
    await this.#write(id, this.#forgery(appProperties), beyond(appProperties));
    this.#say("forged over", appProperties);
  }

  /** Puts the oldest bytes that the drive has under properties that call them the newest. */
  async #rollBack({ id, appProperties }: DriveFile): Promise<void> {
    const url = `${DRIVE_URLS.api}/files/${id}/revisions`;
    const listed = (await (await this.#request(`${url}?fields=revisions(id)`)).json()) as {
      readonly revisions?: readonly { readonly id: string }[];
    };
    const [oldest] = listed.revisions ?? [];
    if (oldest === undefined) return;
    const answer = await this.#request(`${url}/${oldest.id}?alt=media`);
    if (!answer.ok) return;
    await this.#write(id, new Uint8Array(await answer.arrayBuffer()), beyond(appProperties));
    this.#deps.oracle.unclear(appProperties?.n);
    this.#say("rolled back", appProperties);
  }

  /** Puts the complete bytes of one of our files into another one. Each device that has the overwritten text sends it again. */
  async #exchange(into: DriveFile, from: DriveFile | undefined): Promise<void> {
    if (from === undefined || from.id === into.id) return;
    const [here, there] = [await this.#deps.client.download(into.id ?? ""), await this.#deps.client.download(from.id ?? "")];
    if (!here.ok || !there.ok) return;
    await this.#write(into.id, there.value, into.appProperties ?? {});
    if (this.#deps.chance.happens(0.5)) await this.#write(from.id, here.value, from.appProperties ?? {});
    this.#say(`put ${from.appProperties?.n} into`, into.appProperties);
  }

  /**
   * With our mark, trashing the file deletes nothing. Without it, the note or folder is deleted, as if its owner had deleted it: a note can be
   * restored, and a folder comes back with what is in it.
   */
  async #trash(file: DriveFile, marks: Readonly<Record<string, string>>): Promise<void> {
    const read = await this.#deps.client.download(file.id ?? "");
    await this.#deps.client.update(file.id ?? "", { trashed: true, ...(marks.sup === undefined ? {} : { appProperties: marks }) });
    if (marks.sup === undefined) this.#trashedAsOwner(file, read.ok ? tokensOfBytes(read.value) : []);
    this.#say(`trashed (${marks.sup === undefined ? "no mark" : "our mark"})`, file.appProperties);
  }

  #trashedAsOwner({ appProperties: { k, n = "" } = {} }: DriveFile, texts: readonly string[]): void {
    this.#deps.oracle.removedBySomeoneWhoSaw(texts);
    if (k === "folder") this.#deps.oracle.folderDeleted(n);
  }

  /** Leaves the bytes complete and lets the properties claim more than they contain. */
  async #claim({ id, appProperties }: DriveFile): Promise<void> {
    await this.#deps.client.update(id ?? "", { appProperties: beyond(appProperties) });
    this.#say("claimed more for", appProperties);
  }

  #forgery(of: DriveFile["appProperties"]): Uint8Array {
    const { chance, oracle, time } = this.#deps;
    const id = chance.happens(0.8) ? (of?.n ?? "note-1-forged") : `note-${time.now()}-forged${chance.int(0, 999)}`;
    const at = (): unknown => (chance.happens(0.5) ? FUTURE_MS : chance.pick(POISONS));
    const text = oracle.newForgery();
    const times = { createdAt: at(), lastModified: at(), modifiedTime: at() };
    const folder = {
      folderId: id,
      name: text,
      folderType: chance.pick(["CUSTOM", "SENSITIVE", "PINNED"]),
      displayOrder: at(),
      isDefault: true,
    };
    const note = { noteId: id, id, title: text, content: `<p>${text}</p>`, folderId: chance.happens(0.5) ? "" : "folder-sensitive-1" };
    return bytesOfText(JSON.stringify({ ...(of?.k === "folder" ? folder : note), ...times, v: at() }));
  }

  async #write(fileId: string | undefined, body: Uint8Array, appProperties: Record<string, string>): Promise<void> {
    await this.#request(`${DRIVE_URLS.upload}/files/${fileId}?uploadType=media`, { method: "PATCH", body: new Uint8Array(body) });
    await this.#deps.client.update(fileId ?? "", { appProperties });
  }

  #request(url: string, init: RequestInit = {}): Promise<Response> {
    return this.#deps.drive.fetch(url, { ...init, headers: { authorization: `Bearer ${ACCESS_TOKEN}` } });
  }

  #say(what: string, of: DriveFile["appProperties"]): void {
    this.#deps.trace(`the drive ${what} ${of?.n}`);
  }
}

/** The same properties with every count of their version vector raised. */
function beyond(properties: DriveFile["appProperties"] = {}): Record<string, string> {
  const raised = Object.entries(properties).map(([name, value]) => {
    const [device, counter] = value.split(":");
    return [name, /^v\d$/.test(name) && counter !== undefined ? `${device}:${(Number.parseInt(counter, 36) + 50).toString(36)}` : value];
  });
  return Object.fromEntries(raised);
}

/** Bytes that were forged before contain no record. */
function tokensOfBytes(bytes: Uint8Array): readonly string[] {
  return isRecord(bytes) ? recordsIn(bytes).flatMap((record) => tokensIn(contentOf(record))) : [];
}
