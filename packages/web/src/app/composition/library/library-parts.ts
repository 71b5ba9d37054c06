/** Parts that the builders of an account's library pass to each other, and the stack that closes them. */
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
import { addFirstNotesLazily } from "../../lazy/lazy-library-services.ts";
import type { ReadingDeps } from "./read-library.ts";

/** Parts that the account provides. */
export type CloudLibraryDeps = ReadingDeps & {
  readonly packs: PackCodec;
  readonly attachments: AttachmentCodec;
  readonly sensitive: SensitiveFolder & Pick<SensitiveService, "join">;
  readonly access: () => DriveAccess | undefined;
  readonly devices: Pick<DevicesDeps, "sealing" | "backend" | "token" | "defaultName">;
  readonly signalSealing: SignalSealing;
  /** Access to notes written without an account. */
  readonly local: Omit<LocalNotesAccess, "open">;
  readonly isNewcomer: () => boolean;
  /** True while the account is being set up on the device where it was created. */
  readonly isFirstDevice: () => boolean;
  readonly accountRefusal: () => AccountProblem | undefined;
  /** Calls the listener each time access to the drive was renewed. */
  readonly onRenewed: (listener: () => void) => () => void;
  /** Called when another device or the server reports a change of the account. */
  readonly onAccountChanged: () => void;
  /** Called when the open database is broken or gone. */
  readonly onFailure: () => void;
};

export type LibraryParts = {
  readonly deps: CloudLibraryDeps;
  readonly library: CoreLibrary;
  readonly store: CloudLocalStore;
  readonly disposers: DisposerStack;
};

/** The two notes of a new library, on the device where the account was created. Elsewhere its notes may not have arrived yet. */
export async function addFirstNotesOf({ isFirstDevice, preferences }: CloudLibraryDeps, library: CoreLibrary): Promise<void> {
  if (isFirstDevice()) await addFirstNotesLazily({ library, preferences });
}

type Disposer = () => unknown;

export type DisposerStack = {
  /** Returns the part, so that it can be registered where it is created. */
  use<Part extends { close(): unknown }>(part: Part): Part;
  defer(...disposers: readonly Disposer[]): void;
  /** Runs all disposers one after the other, even if one fails, and throws the last failure. A second call does nothing. */
  close(): Promise<void>;
};

/**
 * Collects disposers where parts are opened and runs them in reverse order, like JavaScript's `AsyncDisposableStack`, which some browsers
 * lack.
 */
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
