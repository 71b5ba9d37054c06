/** Composes the API: its parts over one set of held keys. */
import { AiConfigSealing } from "./ai-config-sealing.ts";
import { ApprovalKeyring } from "./approval-keyring.ts";
import { AttachmentSealing } from "./attachment-sealing.ts";
import { DeviceRecordSealing } from "./device-record-sealing.ts";
import { HeldKeys, type SealingOptions } from "./held-keys.ts";
import { KeyChanger } from "./key-changer.ts";
import type { KeyStore } from "./key-rows.ts";
import { ResealingKeyring } from "./resealing-keyring.ts";
import type { SealingApi } from "./sealing-api.ts";
import { METHODS } from "./sealing-messages.ts";
import { SensitiveKeyring } from "./sensitive-keyring.ts";
import { RingSignalSealing } from "./signal-sealing.ts";
import { UnlockedKeyring } from "./unlocked-keyring.ts";
import { VaultKeyring } from "./vault-keyring.ts";

type Call = (...args: readonly unknown[]) => Promise<unknown>;

export function createSealingApi(keys: KeyStore, options: SealingOptions = {}): SealingApi {
  const held = new HeldKeys(options);
  const parts = [
    new VaultKeyring(keys, held),
    new KeyChanger(keys, held),
    new ApprovalKeyring(keys, held),
    new SensitiveKeyring(keys, held, options.stretchWith),
    new UnlockedKeyring(keys, held),
    new ResealingKeyring(held, options.stretchWith),
    new DeviceRecordSealing(held),
    new RingSignalSealing(held),
    new AiConfigSealing(held),
    new AttachmentSealing(held),
  ] as unknown as readonly Readonly<Record<string, Call>>[];
  const methods = METHODS.map((name) => {
    const part = parts.find((one) => name in one);
    if (part === undefined) throw new Error(`no keeper answers ${name}`);
    return [name, (...args: readonly unknown[]) => (part[name] as Call)(...args)] as const;
  });
  return Object.fromEntries(methods) as unknown as SealingApi;
}
