/** Bytes that might escape the quota: long metadata, revisions, and anything an account without managed storage can store. */
import { randomBytes } from "node:crypto";
import { register } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { cloudUsage } from "@satchel/contract/drives/cloud.ts";
import { type Attack, closed, open } from "../attack.ts";

const JSON_TYPE = { "content-type": "application/json" };
const REVISIONS = 12;
const REVISION_BYTES = 2_000_000;
const FILES = 50;

export const attack: Attack = {
  line: 8,
  title: "bytes that no quota counts",
  async run({ startServer }) {
    const { origin } = await startServer();
    const join = async (planType: string) => {
      const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString("base64url") };
      const body = { email: `${randomBytes(6).toString("hex")}@example.org`, password: `s1_${randomBytes(32).toString("base64url")}`, kdf };
      const made = await fetch(origin + register.path, { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) });
      const headers = { ...JSON_TYPE, authorization: `Bearer ${((await made.json()) as { readonly token: string }).token}` };
      await fetch(origin + completeOnboarding.path, { method: "POST", headers, body: JSON.stringify({ planType }) });
      return headers;
    };
    const free = await join("free");
    const attempts = await Promise.all(
      ["/drive/v3/files", "/upload/drive/v3/files?uploadType=resumable", "/upload/drive/v3/files?uploadType=media"].map(
        async (path) => (await fetch(origin + path, { method: "POST", headers: free, body: '{"name":"n"}' })).status,
      ),
    );
    if (attempts.some((status) => status !== 403))
      return open(`a free account was answered ${attempts.join(", ")} to a folder, an upload and a file`);

    const paid = await join("basic");
    const used = async () =>
      Number(((await (await fetch(origin + cloudUsage.path, { headers: paid })).json()) as { readonly usedBytes: number }).usedBytes);
    const tooLong = await fetch(`${origin}/drive/v3/files`, {
      method: "POST",
      headers: paid,
      body: JSON.stringify({ description: "x".repeat(97_000) }),
    });
    for (let at = 0; at < FILES; at += 1)
      await fetch(`${origin}/drive/v3/files`, {
        method: "POST",
        headers: paid,
        body: JSON.stringify({ name: "n".repeat(4000), description: "x".repeat(4000) }),
      });
    const described = await used();
    for (let at = 0; at < FILES; at += 1) await fetch(`${origin}/drive/v3/files`, { method: "POST", headers: paid, body: '{"name":"n"}' });
    const metadata = await used();
    const small = metadata - described;
    const made = await fetch(`${origin}/drive/v3/files`, { method: "POST", headers: paid, body: '{"name":"n"}' });
    const { id } = (await made.json()) as { readonly id: string };
    for (let at = 0; at < REVISIONS; at += 1)
      await fetch(`${origin}/upload/drive/v3/files/${id}?uploadType=media`, {
        method: "PATCH",
        headers: paid,
        body: new Uint8Array(REVISION_BYTES).fill(at),
      });
    const revisions = (await used()) - metadata;
    const seen = `97 kB of description ${tooLong.status}; ${described} bytes counted for ${FILES} files without content and ${small} for as many of one letter; ${revisions} for ${REVISIONS} revisions of ${REVISION_BYTES}`;
    const isCounted = described > FILES * 8000 && small > FILES * 500 && revisions >= REVISIONS * REVISION_BYTES && tooLong.status === 400;
    return isCounted ? closed(seen) : open(seen);
  },
};
