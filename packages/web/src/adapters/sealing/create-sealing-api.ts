/** Composes the sealing API from its parts, which share one set of held keys. */

import type { SealedAiConfig } from "@satchel/contract/ai.ts";
import type { LeftDeviceRecord } from "@satchel/contract/devices/devices.ts";
import { type AiConfig, parseAiConfig } from "@satchel/core/model/ai/ai-config.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { DeviceRecord, DeviceSealing } from "@satchel/core/ports/account/device-records.ts";
import type { AiSealing } from "@satchel/core/ports/ai.ts";
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import { parseDeviceRecord } from "@satchel/core/vault/devices/devices-service.ts";
import { openEnvelope, sealEnvelope } from "@satchel/crypto/records/envelope.ts";
import { openFileName, sealFileName } from "@satchel/crypto/records/file-names.ts";
import type { KeyStore } from "./documents/key-rows.ts";
import { HeldKeys, type SealingOptions } from "./held/held-keys.ts";
import { ApprovalKeyring } from "./keyring/approval-keyring.ts";
import { KeyChanger } from "./keyring/key-changer.ts";
import { ResealingKeyring } from "./keyring/resealing-keyring.ts";
import { SensitiveKeyring } from "./keyring/sensitive-keyring.ts";
import { UnlockedKeyring } from "./keyring/unlocked-keyring.ts";
import { VaultKeyring } from "./keyring/vault-keyring.ts";
import { AttachmentSealing } from "./records/attachment-sealing.ts";
import type { SealingApi } from "./records/sealing-api.ts";
import { RingSignalSealing } from "./records/signal-sealing.ts";
import { METHODS } from "./sealing-messages.ts";

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
    new RingFileNames(held),
  ] as unknown as readonly Readonly<Record<string, Call>>[];
  const methods = METHODS.map((name) => {
    const part = parts.find((one) => name in one);
    if (part === undefined) throw new Error(`no keeper answers ${name}`);
    return [name, (...args: readonly unknown[]) => (part[name] as Call)(...args)] as const;
  });
  return Object.fromEntries(methods) as unknown as SealingApi;
}

/** A constant id: each account has one configuration. */
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

/**
 * Seals and opens the records that devices publish about themselves, under the vault's current key. Port:
 * core/ports/account/device-records.ts.
 */
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

/** Encrypts and decrypts names of drive files under the vault's keys. Port: core/ports/sealing/file-name-codec.ts. encryption.md 3.3. */
class RingFileNames implements FileNameCodec {
  constructor(private readonly held: HeldKeys) {}

  async sealNames(ids: readonly string[]) {
    const key = this.held.ring?.current.nameKey;
    return key === undefined ? failed("locked" as const) : ok(ids.map((id) => sealFileName(key, id)));
  }

  async openNames(names: readonly string[]) {
    const { ring } = this.held;
    if (ring === undefined) return failed("locked" as const);
    // Nearly every name is of the current key, so it is tried first.
    const others = [...ring.byKid.values()].filter(({ kid }) => kid !== ring.current.kid);
    const keys = [ring.current, ...others].flatMap(({ nameKey }) => nameKey ?? []);
    return ok(names.map((name) => openFileName(keys, name)));
  }
}
