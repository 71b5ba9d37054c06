/** What the functions that build an account's library hand each other, and the stack by which it is closed again. */
import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import type { Library as CoreLibrary } from "@satchel/core/library/index/library-service.ts";
import type { SignalSealing } from "@satchel/core/ports/account/signals.ts";
import type { AttachmentCodec } from "@satchel/core/ports/sealing/attachment-codec.ts";
import type { PackCodec } from "@satchel/core/ports/sealing/pack-codec.ts";
import type { LocalNotesAccess } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import type { DevicesDeps } from "@satchel/core/vault/devices/devices-service.ts";
import type { SensitiveFolder, SensitiveService } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import type { CloudLocalStore } from "../../../adapters/indexed-db/cloud/cloud-local-store.ts";
import type { ReadingDeps } from "./read-library.ts";

/** What comes from the account. */
export type CloudLibraryDeps = ReadingDeps & {
  readonly packs: PackCodec;
  readonly attachments: AttachmentCodec;
  readonly sensitive: SensitiveFolder & Pick<SensitiveService, "join">;
  readonly access: () => DriveAccess | undefined;
  readonly devices: Pick<DevicesDeps, "sealing" | "backend" | "token" | "name">;
  readonly signalSealing: SignalSealing;
  /** What was written here without an account. */
  readonly local: Omit<LocalNotesAccess, "open">;
  readonly isNewcomer: () => boolean;
  readonly accountRefusal: () => AccountProblem | undefined;
  /** Calls the listener each time access to the drive was renewed. */
  readonly onRenewed: (listener: () => void) => () => void;
  /** Another device or the server says that something of the account changed. */
  readonly onAccountChanged: () => void;
  /** The database that is open is broken or gone. */
  readonly onFailure: () => void;
};

export type LibraryParts = {
  readonly deps: CloudLibraryDeps;
  readonly library: CoreLibrary;
  readonly store: CloudLocalStore;
  readonly disposers: DisposerStack;
};

type Disposer = () => unknown;

export type DisposerStack = {
  /** Answers the part, so that it can be added where it is made. */
  use<Part extends { close(): unknown }>(part: Part): Part;
  defer(...disposers: readonly Disposer[]): void;
  /** Runs all of them, one after the other, also where one fails; the last failure is thrown at the end. A second call finds nothing to do. */
  close(): Promise<void>;
};

/** What has to be closed again, collected where it is opened. The last opened closes first, as in JavaScript's `AsyncDisposableStack`, which not all browsers have. */
export function createDisposerStack(): DisposerStack {
  const disposers: Disposer[] = [];
  return {
    use(part) {
      disposers.push(() => part.close());
      return part;
    },
    defer: (...added) => void disposers.push(...added),
    async close() {
      try {
        for (let dispose = disposers.pop(); dispose !== undefined; dispose = disposers.pop()) await dispose();
      } finally {
        if (disposers.length > 0) await this.close();
      }
    },
  };
}
