/**
 * Someone who does with the files what the drive's own pages allow: trashes, restores, copies and renames them and restores old revisions.
 * None of it goes through the product, so the files get no mark of ours. sync.md §12 (6).
 */
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";
import { withOpaqueNames } from "@satchel/web/adapters/drive/opaque-names.ts";
import { contentOf, everyVersionIn, recordsIn } from "../device/reading.ts";
import { type Oracle, tokensIn } from "../oracle/oracle.ts";
import type { VersionsOracle } from "../oracle/versions.ts";
import { ACCESS_TOKEN, DRIVE_URLS, type SimDrive } from "../world/drive.ts";
import { createPlainFileNames } from "../world/file-names.ts";
import type { Chance } from "../world/random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

type MeddlerDeps = {
  readonly drive: SimDrive;
  readonly oracle: Oracle;
  readonly versions: Pick<VersionsOracle, "thrownAway">;
  readonly chance: Chance;
  readonly time: VirtualTime;
  readonly trace: (line: string) => void;
};

export class Meddler {
  readonly #deps: MeddlerDeps;
  readonly #client: DriveClient;

  constructor(deps: MeddlerDeps) {
    this.#deps = deps;
    const client = createDriveClient({
      baseUrls: DRIVE_URLS,
      fetch: deps.drive.fetch,
      token: async () => ACCESS_TOKEN,
      refresh: async () => ACCESS_TOKEN,
      timers: deps.time,
      random: () => 0.5,
    });
    this.#client = withOpaqueNames(client, createPlainFileNames());
  }

  async actOnce(): Promise<void> {
    const { chance } = this.#deps;
    const files = await this.#files();
    const live = chance.pick(files.filter(({ trashed }) => trashed !== true));
    const trashed = chance.pick(files.filter((file) => file.trashed === true));
    const acts = [
      () => this.#trash(live),
      () => this.#untrash(trashed),
      () => this.#copy(live),
      () => this.#rename(live),
      () => this.#goBack(live),
    ];
    await chance.pick(acts)?.();
  }

  async #trash(file: DriveFile | undefined): Promise<void> {
    if (file === undefined) return;
    const read = await this.#client.download(file.id ?? "");
    const held = read.ok ? tokensOfBytes(read.value) : [];
    if (read.ok && file.appProperties?.k === "primary") this.#deps.versions.thrownAway(everyVersionIn(read.value));
    await this.#client.update(file.id ?? "", { trashed: true });
    // The user put the file into the trash, and may well have wanted its texts gone.
    this.#deps.oracle.removedBySomeoneWhoSaw(held);
    this.#say("trashed", file, held);
  }

  async #untrash(file: DriveFile | undefined): Promise<void> {
    if (file === undefined) return;
    await this.#client.update(file.id ?? "", { trashed: false });
    this.#say("brought back", file);
    this.#deps.oracle.unclear(file.appProperties?.n);
    // A user who brings the file of a purged note back wants the note, which may be in the trash of the app again (seed 95011024).
    this.#deps.oracle.kept(file.appProperties?.n ?? "");
  }

  async #copy(file: DriveFile | undefined): Promise<void> {
    if (file === undefined) return;
    await this.#client.copy(file.id ?? "", { name: `Copy of ${file.name}` });
    this.#say("copied", file);
  }

  async #rename(file: DriveFile | undefined): Promise<void> {
    if (file === undefined) return;
    await this.#client.update(file.id ?? "", { name: `renamed ${file.name}` });
    this.#say("renamed", file);
  }

  /** Restores the bytes; the properties stay as they are. */
  async #goBack(file: DriveFile | undefined): Promise<void> {
    if (file === undefined) return;
    const url = `${DRIVE_URLS.api}/files/${file.id}/revisions`;
    const listed = await this.#ask<{ readonly revisions?: readonly { readonly id: string }[] }>(`${url}?fields=revisions(id)`);
    const older = this.#deps.chance.pick((listed.revisions ?? []).slice(0, -1));
    if (older === undefined) return;
    const answer = await this.#request(`${url}/${older.id}?alt=media`);
    if (!answer.ok) return;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const now = await this.#tokensOf(file);
    const kept = new Set(tokensOfBytes(bytes));
    await this.#request(`${DRIVE_URLS.upload}/files/${file.id}?uploadType=media`, { method: "PATCH", body: bytes });
    this.#deps.oracle.removedBySomeoneWhoSaw(now.filter((text) => !kept.has(text)));
    this.#deps.oracle.unclear(file.appProperties?.n);
    this.#say("went back to an old revision of", file);
  }

  async #files(): Promise<readonly DriveFile[]> {
    const listed = await this.#client.list({ q: "", fields: "files(id,name,trashed,appProperties)", pageSize: 1000 });
    const files = listed.ok ? (listed.value.files ?? []) : [];
    return files.filter(({ appProperties }) => ["note", "folder", "primary"].includes(appProperties?.k ?? ""));
  }

  async #tokensOf(file: DriveFile): Promise<readonly string[]> {
    const read = await this.#client.download(file.id ?? "");
    return read.ok ? tokensOfBytes(read.value) : [];
  }

  async #ask<Value>(url: string): Promise<Value> {
    return (await this.#request(url)).json();
  }

  #request(url: string, init: RequestInit = {}): Promise<Response> {
    return this.#deps.drive.fetch(url, { ...init, headers: { authorization: `Bearer ${ACCESS_TOKEN}` } });
  }

  #say(what: string, { id, appProperties }: DriveFile, tokens: readonly string[] = []): void {
    this.#deps.trace(`in the drive itself somebody ${what} ${id} of ${appProperties?.n} ${tokens.join(" ")}`);
  }
}

function tokensOfBytes(bytes: Uint8Array): readonly string[] {
  return recordsIn(bytes).flatMap((record) => tokensIn(contentOf(record)));
}
