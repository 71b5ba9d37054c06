// @vitest-environment node
/**
 * An account's library with a drive: whatever it holds can be backed up and restored. It runs over IndexedDB and the drive server, with real keys.
 */
import "fake-indexeddb/auto";
import type { KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import type { Uploads } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { ok } from "@satchel/core/model/result.ts";
import { createStore } from "@satchel/core/model/store.ts";
import { createUploads } from "@satchel/core/sync/attachments/upload-service.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryExclusive } from "@satchel/core/testing/memory-exclusive.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createAttachmentBytes, createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import { type Bytes, utf8 } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeAll, expect, vi } from "vitest";
import { createArchives } from "../../../adapters/archive/create-archives.ts";
import {
  Faults,
  startFaultyArchiveApi,
  stubOriginFiles,
  type Weather,
  withFaults,
} from "../../../adapters/archive/testing/faulty-parts.node.ts";
import { value } from "../../../adapters/archive/testing/random-library.node.ts";
import { describeWholeLibrary, type WholeBrowser } from "../../../adapters/archive/testing/whole-library-contract.node.ts";
import { browserIds } from "../../../adapters/browser/environment.ts";
import { createDriveAttachments } from "../../../adapters/drive/drive-attachments.ts";
import { createDriveRemoteStore } from "../../../adapters/drive/drive-remote-store.ts";
import { openCloudLocalStore } from "../../../adapters/indexed-db/cloud/cloud-local-store.ts";
import { createSealingApi } from "../../../adapters/sealing/create-sealing-api.ts";
import type { SealingApi } from "../../../adapters/sealing/records/sealing-api.ts";
import { createMemoryKeyStore } from "../../../adapters/sealing/testing/memory-key-store.ts";
import { backupPageText } from "../../../text/transfer/backup-page.ts";
import { accountKeysForBackup } from "../library/library-keys.ts";

const PASSWORD = "of the Sensitive folder 1";

afterEach(() => vi.unstubAllGlobals());

/** A cheap stand-in for Argon2id, which has tests of its own. */
async function stretchWith(password: Bytes, { salt }: Kdf): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...password, ...utf8(salt)])));
}

/** One account for all libraries, because its keys are not part of what the test generates. */
let sealing: SealingApi;
let document: KeyDocument;

beforeAll(async () => {
  sealing = createSealingApi(createMemoryKeyStore(), { stretchWith });
  const registered = value(await sealing.prepareRegistration("Correct horse 1"));
  value(await sealing.install("ada@example.org", true));
  const sid = await sealing.prepareSensitive();
  value(await sealing.prepareSensitivePassword(PASSWORD));
  const { sens } = value(await sealing.sensitiveWrite(registered.keys.document, [sid]));
  document = { ...registered.keys.document, sens };
  await sealing.takeSensitive();
});

type Drive = ReturnType<typeof createTestDrive>;
type Device = WholeBrowser & { readonly drive: Drive; readonly uploads: Uploads; filesInDrive(): Promise<number> };

async function aDevice(drive: Drive, databases = new IDBFactory(), disk = { capacityBytes: Number.POSITIVE_INFINITY }): Promise<Device> {
  globalThis.indexedDB = databases;
  stubOriginFiles(disk);
  const weather: Weather = { faults: new Faults() };
  const opened = value(await openCloudLocalStore({ now: () => 1, newDeviceId: () => "device", onOutdated: async () => {} }));
  const store = withFaults(opened, weather);
  const library = value(await openLibrary({ writers: createTestWriters(), store }));
  const client = drive.clientFor();
  const files = createDriveRemoteStore({ client, newTargetId: () => "target" });
  const remote = { ...files, ...createDriveAttachments({ client, isOfThisDrive: () => true }) };
  const target = value(await files.prepare(library.index.meta.target));
  value(await library.transact({}, () => ({ writes: { meta: { target } }, answer: undefined }), "sync"));
  const shared = { library, store, codec: sealing, clock: new ManualClock() };
  const uploads = createUploads({ ...shared, remote, exclusive: createMemoryExclusive(), isOnline: () => true });
  const attachments = createAttachmentsService({ ...shared, ids: browserIds, cloud: { remote, uploads } });
  const saved: File[] = [];
  const keys = createStore({ latest: { document, entries: [] }, followed: 0 });
  const backup = createBackupService({
    ...accountKeysForBackup({ keyring: sealing, keys }, async () => ok(undefined)),
    library,
    archives: createArchives({
      start: () => startFaultyArchiveApi(weather),
      saveBlob: (name, blob) => void saved.push(new File([blob], name)),
    }),
    attachments: createAttachmentBytes(attachments),
    clock: shared.clock,
    labels: backupPageText,
  });
  return {
    drive,
    uploads,
    library,
    sealing,
    attachments,
    backup,
    files: saved,
    weather,
    disk,
    reopen: () => aDevice(drive, databases, disk),
    async filesInDrive() {
      const listed = value(await remote.listAttachments(target.folderIds.attachments, undefined));
      return new Set(listed.files.map(({ fileId }) => fileId)).size - new Set(listed.files.map(({ attachmentId }) => attachmentId)).size;
    },
  };
}

describeWholeLibrary("an account", {
  async open() {
    await unlock();
    return aDevice(createTestDrive());
  },
  another: (browser) => aDevice((browser as Device).drive),
  /** Afterwards files are here and in the drive, or only in the drive. */
  async syncUntilIdle(browser, onlyInDrive) {
    const { uploads, library } = browser as Device;
    await uploads.run();
    const waiting = [...library.index.attachments.values()].filter(({ upload }) => upload.kind !== "stored");
    expect(waiting).toEqual([]);
    value(await library.transact({}, () => ({ writes: { forgetAttachments: onlyInDrive }, answer: undefined }), "sync"));
  },
  lock: async () => void value(await sealing.lockSensitive(undefined)),
  /** The drive already has everything, so nothing may be uploaded again. */
  async check(browser) {
    const { uploads, filesInDrive } = browser as Device;
    await uploads.run();
    expect(await filesInDrive()).toBe(0);
  },
});

async function unlock(): Promise<void> {
  value(await sealing.openSensitive(document, PASSWORD));
  await sealing.takeSensitive();
}
