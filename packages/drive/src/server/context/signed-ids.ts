/**
 * File ids and page tokens that only this server can issue: each ends in a keyed checksum bound to its account. drive-contract §1.8, §1.4.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Space } from "../../records/file-record.ts";

const RANDOM_BYTES = 15;
const TAG_BYTES = 9;
const ROOT_PREFIX = "0A";
const ROOTS_KEPT = 10_000;
const ID = /^1[A-Za-z0-9_-]{32}$/;

export type SignedIds = {
  newFileId(accountId: string, space: Space): string;
  /** Returns the space for which the id was issued, or undefined if it was not issued to this account. */
  spaceOfId(accountId: string, id: string): Space | undefined;
  rootId(accountId: string, space: Space): string;
  sealToken(accountId: string, purpose: string, value: unknown): string;
  openToken(accountId: string, purpose: string, token: string): unknown;
};

export function createSignedIds(secret: string, randomBytes: (count: number) => Uint8Array): SignedIds {
  const tag = (...parts: readonly string[]) => createHmac("sha256", secret).update(JSON.stringify(parts)).digest();
  const toId = (random: Buffer, accountId: string, space: Space) => {
    const check = tag("file-id", accountId, space, random.toString("base64url")).subarray(0, TAG_BYTES);
    return `1${Buffer.concat([random, check]).toString("base64url")}`;
  };
  const spaceOfId = (accountId: string, id: string) => {
    if (!ID.test(id)) return undefined;
    const random = Buffer.from(id.slice(1), "base64url").subarray(0, RANDOM_BYTES);
    return (["drive", "appDataFolder"] as const).find((space) => isSame(toId(random, accountId, space), id));
  };
  return {
    newFileId: (accountId, space) => toId(Buffer.from(randomBytes(RANDOM_BYTES)), accountId, space),
    spaceOfId,
    rootId: remember((accountId, space) => ROOT_PREFIX + tag("root", accountId, space).toString("base64url").slice(0, 17)),
    sealToken: (accountId, purpose, value) => {
      const body = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `~!!~${body}.${tag("token", accountId, purpose, body).subarray(0, TAG_BYTES).toString("base64url")}`;
    },
    openToken: (accountId, purpose, token) => {
      const [body, check] = token.startsWith("~!!~") ? token.slice(4).split(".") : [];
      if (body === undefined || check === undefined) return undefined;
      const right = tag("token", accountId, purpose, body).subarray(0, TAG_BYTES).toString("base64url");
      return isSame(check, right) ? (JSON.parse(Buffer.from(body, "base64url").toString()) as unknown) : undefined;
    },
  };
}

export function isRootShaped(id: string): boolean {
  return id.startsWith(ROOT_PREFIX);
}

/** Caches root ids, because every call of an account needs them. */
function remember(make: (accountId: string, space: Space) => string): (accountId: string, space: Space) => string {
  const known = new Map<string, string>();
  return (accountId, space) => {
    const key = `${space} ${accountId}`;
    const id = known.get(key) ?? make(accountId, space);
    if (known.size >= ROOTS_KEPT) known.clear();
    known.set(key, id);
    return id;
  };
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
