/**
 * The vaults of one account, as keys without secrets. The user may start over with another vault. From then on a device seals with the key
 * of the vault that it signed in to last, and opens whatever is sealed with a key that it holds. Keys of older vaults join the newer vault
 * when a device that holds both signs in, and reach the other devices with it. A new password or recovery key wraps the same vault key
 * again, so files do not show it. encryption.md 3.5 (5) (13).
 */
import { failed } from "@satchel/core/model/result.ts";
import type { AttachmentCodec } from "@satchel/core/ports/sealing/attachment-codec.ts";
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import type { PackCodec } from "@satchel/core/ports/sealing/pack-codec.ts";

const HEAD = "vault";
const NAME_CHARS = 4;
/** Two bytes for each character, as the codec writes them. */
const HEAD_BYTES = 2 * (HEAD.length + NAME_CHARS);

export class Account {
  #vaults = 0;
  vault = "";
  /** Keys of older vaults that have joined the current vault. */
  joined: ReadonlySet<string> = new Set();
  /** Keys that the user has recovered. The user can recover them for a later vault as well. */
  #recovered: ReadonlySet<string> = new Set();

  constructor() {
    this.startOver();
  }

  startOver(): void {
    this.#vaults += 1;
    this.vault = String(this.#vaults).padStart(NAME_CHARS, "0");
    this.joined = this.#recovered;
  }

  /** Recovers the keys of a device that is lost or wiped: the user types its recovery key on another device. */
  recover(keys: ReadonlySet<string>): void {
    this.#recovered = new Set([...this.#recovered, ...keys]);
    this.join(keys);
  }

  join(keys: ReadonlySet<string>): void {
    this.joined = new Set([...this.joined, ...keys]);
  }

  get startedOver(): number {
    return this.#vaults - 1;
  }
}

/** The keys that one device keeps. They outlive the process, but not a wipe. */
export class VaultKeys {
  #own: string;
  #held: ReadonlySet<string>;

  constructor(
    private readonly account: Account,
    held: ReadonlySet<string> = account.joined,
    own = account.vault,
  ) {
    [this.#own, this.#held] = [own, new Set([...held, own])];
  }

  get isCurrent(): boolean {
    const { vault, joined } = this.account;
    const hasAll = [...joined].every((key) => this.#held.has(key));
    return this.#own === vault && hasAll && [...this.#held].every((key) => key === vault || joined.has(key));
  }

  /** The keys that this device holds join the vault, and it receives those that other devices brought. */
  signIn(): void {
    const { account } = this;
    account.join(this.#held);
    this.#held = new Set([...this.#held, ...account.joined, account.vault]);
    this.#own = account.vault;
  }

  /** If the answer about the joining keys is lost, they join at the next sign-in. */
  startOver(areJoined: boolean): void {
    this.account.startOver();
    if (areJoined) this.signIn();
    else [this.#own, this.#held] = [this.account.vault, new Set([...this.#held, this.account.vault])];
  }

  recover(): void {
    this.account.recover(this.#held);
  }

  copy(): VaultKeys {
    return new VaultKeys(this.account, this.#held, this.#own);
  }

  /** The keys of a new device. */
  fresh(): VaultKeys {
    return new VaultKeys(this.account);
  }

  opens(key: string): boolean {
    return this.#held.has(key);
  }

  get own(): string {
    return this.#own;
  }
}

type DeviceCodec = Codec & PackCodec & AttachmentCodec;

/** The same codec, which also writes the name of a key before what it seals. Attachments are left as they are. */
export function sealedWith(codec: DeviceCodec, keys: VaultKeys): DeviceCodec {
  const isHeld = (bytes: Uint8Array): boolean => {
    const key = keyOf(bytes);
    return key === undefined || keys.opens(key);
  };
  return {
    ...codec,
    async seal(entity) {
      const sealed = await codec.seal(entity);
      return sealed.ok ? { ...sealed, value: withKey(keys.own, sealed.value) } : sealed;
    },
    open: async (kind, id, bytes) => (isHeld(bytes) ? codec.open(kind, id, withoutKey(bytes)) : failed("unknown-key")),
    readJson: (bytes) => codec.readJson(withoutKey(bytes)),
    async sealPack(packId, items, opaque) {
      const sealed = await codec.sealPack(packId, items, opaque);
      return sealed.ok ? { ...sealed, value: withKey(keys.own, sealed.value) } : sealed;
    },
    openPack: async (packId, bytes) => (isHeld(bytes) ? codec.openPack(packId, withoutKey(bytes)) : failed("unknown-key")),
  };
}

function withKey(key: string, bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(`${HEAD}${key}`, "utf16le").swap16();
  return Uint8Array.from(Buffer.concat([head, bytes]));
}

/** Undefined: the bytes are none of our records. */
function keyOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.slice(0, HEAD_BYTES));
  const text = head.length === HEAD_BYTES ? head.swap16().toString("utf16le") : "";
  return text.startsWith(HEAD) ? text.slice(HEAD.length) : undefined;
}

export function withoutKey(bytes: Uint8Array): Uint8Array {
  return keyOf(bytes) === undefined ? bytes : bytes.slice(HEAD_BYTES);
}
