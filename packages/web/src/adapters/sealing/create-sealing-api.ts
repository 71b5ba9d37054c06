/** Composes the API: its parts over one set of held keys. */

import type { SealedAiConfig } from "@satchel/contract/ai.ts";
import type { LeftDeviceRecord } from "@satchel/contract/devices/devices.ts";
import { type AiConfig, parseAiConfig } from "@satchel/core/model/ai/ai-config.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { DeviceRecord, DeviceSealing } from "@satchel/core/ports/account/device-records.ts";
import type { AiSealing } from "@satchel/core/ports/ai.ts";
import { parseDeviceRecord } from "@satchel/core/vault/devices/devices-service.ts";
import { openEnvelope, sealEnvelope } from "@satchel/crypto/records/envelope.ts";
import { ApprovalKeyring } from "./approval-keyring.ts";
import { AttachmentSealing } from "./attachment-sealing.ts";
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

/** There is one for each account. */
const ID = "ai-config";

class AiConfigSealing implements AiSealing {
  constructor(private readonly held: HeldKeys) {}

  async sealAiConfig(config: AiConfig) {
    const { ring } = this.held;
    return ring === undefined ? failed("locked" as const) : sealEnvelope(ring.current, "ai", { value: { id: ID, ...config } });
  }

  async openAiConfig(sealed: NonNullable<SealedAiConfig>) {
    const { ring } = this.held;
    const opened = ring === undefined ? undefined : await openEnvelope(ring, { kind: "ai", id: ID }, sealed);
    return opened?.ok ? parseAiConfig(opened.value) : undefined;
  }
}

/** Seals and opens what devices say of themselves, under the vault's current key. Port: core/ports/account/device-records.ts. */
class DeviceRecordSealing implements DeviceSealing {
  constructor(private readonly held: HeldKeys) {}

  async sealDeviceRecord({ deviceId, ...fields }: DeviceRecord) {
    const { ring } = this.held;
    return ring === undefined ? failed("locked" as const) : sealEnvelope(ring.current, "device", { value: { id: deviceId, ...fields } });
  }

  async openDeviceRecord(deviceId: string, sealed: LeftDeviceRecord["record"]) {
    const { ring } = this.held;
    if (ring === undefined) return failed("locked" as const);
    const opened = await openEnvelope(ring, { kind: "device", id: deviceId }, sealed);
    if (!opened.ok) return opened;
    const record = parseDeviceRecord(deviceId, opened.value);
    return record === undefined ? failed("damaged" as const) : ok(record);
  }
}
