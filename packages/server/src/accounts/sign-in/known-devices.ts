/**
 * Tokens that a browser gets on sign-in and sends with the next sign-in to the same account. Such a device has a failure count of its own,
 * so that strangers in the same network, or behind an undeclared proxy, cannot lock it out. A token opens no account. Nothing is stored:
 * the server's key signs and checks the tokens.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export type KnownDevices = {
  readonly issue: (accountId: string) => string;
  /** Returns the id of the device within this account, or undefined for a token of another account or an invalid one. */
  readonly find: (accountId: string, token: string | undefined) => string | undefined;
};

const PREFIX = "d1_";
const ID_BYTES = 16;
const MAC_BYTES = 32;

export function createKnownDevices(key: Buffer, randomBytes: (count: number) => Buffer): KnownDevices {
  const macOf = (accountId: string, id: Buffer): Buffer => createHmac("sha256", key).update(`${accountId}\n`).update(id).digest();
  return {
    issue: (accountId) => {
      const id = randomBytes(ID_BYTES);
      return PREFIX + Buffer.concat([id, macOf(accountId, id)]).toString("base64url");
    },
    find: (accountId, token) => {
      if (token?.startsWith(PREFIX) !== true) return undefined;
      const bytes = Buffer.from(token.slice(PREFIX.length), "base64url");
      if (bytes.length !== ID_BYTES + MAC_BYTES) return undefined;
      const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
      return timingSafeEqual(mac, macOf(accountId, id)) ? id.toString("base64url") : undefined;
    },
  };
}
