// @vitest-environment node
import { createCipheriv, createHash } from "node:crypto";
import { hChaCha20 } from "@satchel/crypto/foreign/xchacha20-poly1305.ts";
import { stretchForeign } from "@satchel/crypto/primitives/kdf.ts";
import { describe, expect, it } from "vitest";
import { convertFiles } from "../../convert/testing/convert-files.node.ts";

const NONCE = Uint8Array.from({ length: 24 }, (_, at) => at);

/** Seals a text as the protocol of Standard Notes does. */
function seal(text: string, key: Uint8Array, data = Buffer.from('{"v":"004"}').toString("base64")): string {
  const cipher = createCipheriv(
    "chacha20-poly1305",
    hChaCha20(key, NONCE.subarray(0, 16)),
    Buffer.concat([Buffer.alloc(4), NONCE.subarray(16)]),
    { authTagLength: 16 },
  );
  cipher.setAAD(Buffer.from(data), { plaintextLength: Buffer.byteLength(text) });
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["004", Buffer.from(NONCE).toString("hex"), sealed.toString("base64"), data].join(":");
}

async function aBackup(password: string): Promise<string> {
  const keyParams = { identifier: "ada@example.org", pw_nonce: "ab".repeat(32), version: "004" };
  const salt = createHash("sha256").update(`${keyParams.identifier}:${keyParams.pw_nonce}`).digest().subarray(0, 16);
  const root = (await stretchForeign(password, { salt, passes: 5, memoryKib: 65_536, bytes: 64 })).subarray(0, 32);
  const [itemsKey, itemKey] = ["11".repeat(32), "22".repeat(32)];
  const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
  const item = (uuid: string, type: string, content: object, key: Uint8Array): object => ({
    uuid,
    content_type: type,
    items_key_id: "k",
    enc_item_key: seal(itemKey, key),
    content: seal(JSON.stringify(content), bytes(itemKey)),
  });
  const items = [
    item("k", "SN|ItemsKey", { itemsKey, version: "004" }, root),
    item("n", "Note", { title: "Secret", text: "**x**" }, bytes(itemsKey)),
  ];
  return JSON.stringify({ version: "004", keyParams, items });
}

describe("encrypted backups of Standard Notes", () => {
  it("opens them with their password, and reports them without it", async () => {
    const files = { "Encrypted Backup.txt": await aBackup("correct horse") };
    expect((await convertFiles(files, { password: "correct horse" })).markdown.get("Secret")).toBe("**x**");
    expect((await convertFiles(files, { password: "wrong" })).items).toMatchObject([{ status: "lost", reason: "encrypted" }]);
    expect((await convertFiles(files)).items).toMatchObject([{ status: "lost", reason: "encrypted" }]);
  });
});
