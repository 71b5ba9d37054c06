/** What the functions that build an account's library hand each other. */
import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import type { Library as CoreLibrary } from "@satchel/core/library/index/library-service.ts";
import type { AttachmentCodec } from "@satchel/core/ports/attachment-codec.ts";
import type { PackCodec } from "@satchel/core/ports/pack-codec.ts";
import type { SignalSealing } from "@satchel/core/ports/signals.ts";
import type { LocalNotesAccess } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import type { DevicesDeps } from "@satchel/core/vault/devices/devices-service.ts";
import type { SensitiveFolder, SensitiveService } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import type { CloudLocalStore } from "../../../adapters/indexed-db/cloud-local-store.ts";
import type { DisposerStack } from "../disposer-stack.ts";
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
