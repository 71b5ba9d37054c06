// @vitest-environment node
import { createCipheriv } from "node:crypto";
import { gzipSync } from "node:zlib";
import { hChaCha20 } from "@satchel/crypto/foreign/xchacha20-poly1305.ts";
import { stretchForeign } from "@satchel/crypto/primitives/kdf.ts";
import { describe, expect, it } from "vitest";
import { convertFiles, utf8, zipOf } from "../../convert/testing/convert-files.node.ts";

// Produced with libsodium, as in secret-stream.test.ts.
const STREAM_HEADER = "RdxgjzbHqR7soFXO2HIIREsaEmwIW0yY";
const SEALED_FILE =
  "VI_3-VOvLjJT6UfEgpoQO_b57gr4K31i3yQgd7zekRoJP9vtGFcnYDwoNC6bLXJK0T5ZK_bpnAeo9gaSWzIrDCLXA8vuAIu6FjHn9oWcnESBawBbifi8k40IzcZnXMIXV8KcxbGhasCpr2AMUPyjXCUHOgepgVKbTrYvQS_v6jDFvvcX_cvmElIFGBJdAtCd4aFlcUf_CxQrn-x8nfW9piqEKEZdxSAyN4SHHM4Qs7jpg1hZkNJxEsEbmkXizzBYqtfKWerxfsY3SKPFcSEr4AQPOu6FvprtYdrpCmCnZOkjRQ81zplNdZCS6yMfFo8271DCmIUD_ncyeMP6kbANPPWa";

const ITEMS = [
  { id: "n1", type: "note", title: "Plan", contentId: "c1", dateCreated: 1_700_000_000_000, dateEdited: 1_700_000_100_000, favorite: true },
  {
    id: "c1",
    type: "tiptap",
    noteId: "n1",
    data: '<p>See <a href="nn://note/0123456789abcdef01234567">it</a> <span class="math-inline math-node">x^2</span></p><ul class="checklist"><li class="checked checklist--item"><p>done</p></li><li class="checklist--item"><p>open</p></li></ul><img data-hash="00112233445566ff" data-filename="p.png"/>',
  },
  { id: "0123456789abcdef01234567", type: "note", title: "Other", contentId: "c2" },
  { id: "c2", type: "tiptap", noteId: "0123456789abcdef01234567", data: "<p>x</p>" },
  { id: "b1", type: "notebook", title: "Work" },
  { id: "b2", type: "notebook", title: "Ideas" },
  { id: "t1", type: "tag", title: "home" },
  { id: "r1", type: "relation", fromType: "notebook", fromId: "b1", toType: "notebook", toId: "b2" },
  { id: "r2", type: "relation", fromType: "notebook", fromId: "b2", toType: "note", toId: "n1" },
  { id: "r3", type: "relation", fromType: "tag", fromId: "t1", toType: "note", toId: "n1" },
];
const packed = gzipSync(JSON.stringify(ITEMS)).toString("base64");
const backup = (data: unknown, encrypted: boolean): string =>
  JSON.stringify({ version: 6.1, type: "web", date: 1, data, hash: "x", hash_type: "md5", compressed: true, encrypted });

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** Seals a text under a password as Notesnook does. */
async function seal(text: string, password: string): Promise<object> {
  const salt = Uint8Array.from({ length: 16 }, (_, at) => at);
  const key = await stretchForeign(password, { salt, passes: 3, memoryKib: 8192, bytes: 32, variant: "argon2i" });
  return sealUnder(key, text, salt);
}

function sealUnder(key: Uint8Array, text: string, salt: Uint8Array): object {
  const nonce = Uint8Array.from({ length: 24 }, (_, at) => at);
  const inner = Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]);
  const cipher = createCipheriv("chacha20-poly1305", hChaCha20(key, nonce.subarray(0, 16)), inner, { authTagLength: 16 });
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { format: "base64", alg: "xcha-argon2i13-7", cipher: base64Url(sealed), iv: base64Url(nonce), salt: base64Url(salt) };
}

describe("backups of Notesnook", () => {
  it("imports notes with notebooks, tags, links and checklists from their archive", async () => {
    const zip = zipOf([
      { path: ".nnbackup", bytes: utf8("") },
      { path: `0-plain-${"ab".repeat(16)}`, bytes: utf8(backup(packed, false)) },
    ]);
    const { notes, markdown, items, sum } = await convertFiles({ "b.nnbackupz": zip });
    expect(markdown.get("Plan")).toBe("See [[Other|it]] $x^2$\n\n- [x] done\n- [ ] open\n\n![[p.png]]");
    expect(notes.get("Plan")).toMatchObject({ folder: ["Work", "Ideas"], tags: ["home"], isPinned: true, createdMs: 1_700_000_000_000 });
    expect(items.flatMap(({ remarks }) => remarks)).toMatchObject([{ kind: "attachment-missing", detail: "p.png" }]);
    expect(sum).toMatchObject({ notes: 2, isWhole: true });
  });

  it("imports a note whose notebooks contain each other and have no title", async () => {
    const relations = [
      ["a", "b"],
      ["b", "a"],
      ["a", "n9"],
    ].map(([fromId, toId], at) => ({ id: `q${at}`, type: "relation", fromType: "notebook", fromId, toId }));
    const file = backup(gzipSync(JSON.stringify([{ id: "n9", type: "note", title: "Ring" }, ...relations])).toString("base64"), false);
    expect((await convertFiles({ "b.nnbackup": file })).notes.has("Ring")).toBe(true);
  });

  it("opens them with their password, and reports them without it", async () => {
    const files = { "b.nncryptobackup": backup(await seal(packed, "correct horse"), true) };
    expect((await convertFiles(files, { password: "correct horse" })).sum.notes).toBe(2);
    expect((await convertFiles(files, { password: "wrong" })).items).toMatchObject([{ status: "lost", reason: "encrypted" }]);
    expect((await convertFiles(files)).items).toMatchObject([{ status: "lost", reason: "encrypted" }]);
  });

  it("imports their attachments, each sealed under its own key", async () => {
    const ownKey = { key: base64Url(Uint8Array.from({ length: 32 }, (_, at) => at)), salt: "" };
    const key = Uint8Array.from({ length: 32 }, (_, at) => 255 - at);
    const attachment = { id: "a1", type: "attachment", hash: "00112233445566ff", filename: "p.png", mimeType: "image/png", chunkSize: 100 };
    const sealedKey = sealUnder(key, JSON.stringify(ownKey), new Uint8Array(16));
    const items = gzipSync(JSON.stringify([...ITEMS, { ...attachment, iv: STREAM_HEADER, key: sealedKey }])).toString("base64");
    const zip = (data: unknown, isSealed: boolean, keyFile: object): Uint8Array =>
      zipOf([
        { path: `0-${isSealed ? "encrypted" : "plain"}-${"ab".repeat(16)}`, bytes: utf8(backup(data, isSealed)) },
        { path: "attachments/.attachments_key", bytes: utf8(JSON.stringify(keyFile)) },
        { path: "attachments/00112233445566ff", bytes: Buffer.from(SEALED_FILE, "base64url") },
      ]);
    const keyFile = { key: base64Url(key), salt: base64Url(new Uint8Array(16)) };
    const password = "correct horse";
    const sealed = zip(await seal(items, password), true, await seal(JSON.stringify(keyFile), password));
    for (const source of [zip(items, false, keyFile), sealed]) {
      const { notes, markdown, sum } = await convertFiles({ "b.nnbackupz": source }, { password });
      expect(notes.get("Plan")?.files).toMatchObject([{ name: "p.png", mimeType: "image/png", sizeBytes: 207 }]);
      expect(markdown.get("Plan")).toContain("![[assets/p.png]]");
      expect(sum).toMatchObject({ notes: 2, attachments: 1, missingAttachments: 0, isWhole: true });
    }
    const other = await convertFiles({ "b.nnbackupz": zip(items, false, { ...keyFile, key: base64Url(new Uint8Array(32)) }) });
    expect(other.items.flatMap(({ remarks }) => remarks.map(({ kind }) => kind))).toContain("attachment-missing");
  });

  it("reads the older form too, and reports a damaged one", async () => {
    const older = {
      n: { id: "n", type: "note", title: "Old", contentId: "c", notebooks: [{ id: "b", topics: ["t"] }], tags: ["home"] },
      c: { id: "c", type: "tiny", noteId: "n", data: "<p>x</p>" },
      b: { id: "b", type: "notebook", title: "Work", topics: [{ id: "t", title: "Ideas" }] },
    };
    const files = { "a.nnbackup": JSON.stringify({ version: 5.8, type: "web", data: older }), "b.nnbackup": backup("H4sIdamaged", false) };
    const { notes, items } = await convertFiles(files);
    expect(notes.get("Old")).toMatchObject({ folder: ["Work", "Ideas"], tags: ["home"] });
    expect(items.find(({ source }) => source === "b.nnbackup")).toMatchObject({ status: "lost", reason: "damaged" });
  });
});
