/** Puts the door together: its keepers over one set of held keys. */
import { AiConfigKeeper } from "./ai-config-keeper.ts";
import { AnewKeeper } from "./anew-keeper.ts";
import { ApprovalKeeper } from "./approval-keeper.ts";
import { AttachmentKeeper } from "./attachment-keeper.ts";
import { DeviceRecordKeeper } from "./device-record-keeper.ts";
import { HeldKeys, type KeeperOptions } from "./held-keys.ts";
import { KeyChanger } from "./key-changer.ts";
import type { KeyStore } from "./key-rows.ts";
import type { SealingDoor } from "./sealing-door.ts";
import { METHODS } from "./sealing-messages.ts";
import { SensitiveKeeper } from "./sensitive-keeper.ts";
import { UnlockedKeeper } from "./unlocked-keeper.ts";
import { VaultKeeper } from "./vault-keeper.ts";

type Call = (...args: readonly unknown[]) => Promise<unknown>;

export function createKeeper(keys: KeyStore, options: KeeperOptions = {}): SealingDoor {
  const held = new HeldKeys(options);
  const keepers = [
    new VaultKeeper(keys, held),
    new KeyChanger(keys, held),
    new ApprovalKeeper(keys, held),
    new SensitiveKeeper(keys, held, options.stretchWith),
    new UnlockedKeeper(keys, held),
    new AnewKeeper(held, options.stretchWith),
    new DeviceRecordKeeper(held),
    new AiConfigKeeper(held),
    new AttachmentKeeper(held),
  ] as unknown as readonly Readonly<Record<string, Call>>[];
  const methods = METHODS.map((name) => {
    const keeper = keepers.find((one) => name in one);
    if (keeper === undefined) throw new Error(`no keeper answers ${name}`);
    return [name, (...args: readonly unknown[]) => (keeper[name] as Call)(...args)] as const;
  });
  return Object.fromEntries(methods) as unknown as SealingDoor;
}
