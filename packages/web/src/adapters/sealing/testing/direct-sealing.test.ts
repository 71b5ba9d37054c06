// @vitest-environment node
import { describeCodec } from "@satchel/core/testing/codec-contract.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { describe, expect, it } from "vitest";
import { createDirectSealing, type Sealing } from "./direct-sealing.ts";

const MD5 = "0123456789abcdef0123456789abcdef";

async function openVault(): Promise<Sealing> {
  const sealing = await createDirectSealing();
  await sealing.keyring.prepareRegistration("Correct horse 1");
  await sealing.keyring.install("ada@example.org", false);
  return sealing;
}

describeCodec("with keys", async () => {
  const { codec, packs } = await openVault();
  return { ...codec, ...packs };
});

describe("sync.md §8 sealing of packs", () => {
  it("returns every record and hides every word", async () => {
    const { packs } = await openVault();
    const items = [
      { entity: aNote({ content: "<p>Zanzibar</p>" }), md5: MD5 },
      { entity: aFolder(), md5: MD5 },
    ];

    const sealed = await packs.sealPack("pack-1", items);

    if (!sealed.ok) throw new Error(sealed.problem);
    expect(await packs.openPack("pack-1", sealed.value)).toEqual({ ok: true, value: { items, unread: [] } });
    expect(Buffer.from(sealed.value).toString("latin1")).not.toMatch(/Zanzibar|Recipes/);
  });

  it("separates unreadable records, and copies them unchanged into another pack", async () => {
    const { packs } = await openVault();
    const item = { entity: aNote(), md5: MD5 };
    const newer = [{ entity: { kind: "board", id: "b" }, md5: MD5 }, { form: 2 }];

    const sealed = await packs.sealPack("pack-1", [item], newer);

    if (!sealed.ok) throw new Error(sealed.problem);
    expect(await packs.openPack("pack-1", sealed.value)).toEqual({ ok: true, value: { items: [item], unread: newer } });
  });

  it("rejects another pack's name, a flipped bit and another vault's key", async () => {
    const { packs } = await openVault();
    const other = await openVault();
    const sealed = await packs.sealPack("pack-1", [{ entity: aNote(), md5: MD5 }]);
    if (!sealed.ok) throw new Error(sealed.problem);
    const flipped = Uint8Array.from(sealed.value, (byte, at) => (at === sealed.value.length - 1 ? byte ^ 1 : byte));

    expect(await packs.openPack("pack-2", sealed.value)).toEqual({ ok: false, problem: "damaged" });
    expect(await packs.openPack("pack-1", flipped)).toEqual({ ok: false, problem: "damaged" });
    expect(await other.packs.openPack("pack-1", sealed.value)).toEqual({ ok: false, problem: "unknown-key" });
  });

  it("requires an open vault", async () => {
    const { packs } = await createDirectSealing();

    expect(await packs.sealPack("pack-1", [])).toEqual({ ok: false, problem: "locked" });
    expect(await packs.openPack("pack-1", new Uint8Array())).toEqual({ ok: false, problem: "locked" });
  });
});

describe("encryption.md 3.3 sealing of attachments", () => {
  const file = Uint8Array.from({ length: 10_000 }, (_, at) => at % 251);
  const clear = { isSensitive: false };
  const sensitive = { isSensitive: true };

  async function openFolder(): Promise<Sealing> {
    const sealing = await openVault();
    await sealing.keyring.prepareLocalSensitive("Hidden place 1");
    await sealing.keyring.takeSensitive();
    return sealing;
  }
  async function sealedBy({ attachments }: Sealing, seal = clear): Promise<Uint8Array> {
    const sealed = await attachments.sealAttachment("att-1", file, seal);
    if (!sealed.ok) throw new Error(sealed.problem);
    return sealed.value.bytes;
  }

  it("returns the file under its own id only, with the MD5 that drives report", async () => {
    const sealing = await openVault();
    const sealed = await sealing.attachments.sealAttachment("att-1", file, clear);
    if (!sealed.ok) throw new Error(sealed.problem);

    expect(sealed.value.md5).toBe(sealing.codec.md5(sealed.value.bytes));
    expect(Buffer.from(sealed.value.bytes.subarray(0, 4)).toString()).toBe("SAT1");
    expect(await sealing.attachments.openAttachment("att-1", sealed.value.bytes, clear)).toEqual({ ok: true, value: file });
    expect(await sealing.attachments.openAttachment("att-2", sealed.value.bytes, clear)).toEqual({ ok: false, problem: "damaged" });
  });

  it("requires both keys for a sensitive file", async () => {
    const sealing = await openFolder();
    const bytes = await sealedBy(sealing, sensitive);
    expect(await sealing.attachments.openAttachment("att-1", bytes, sensitive)).toEqual({ ok: true, value: file });
    expect(await sealing.attachments.openAttachment("att-1", bytes, clear)).toEqual({ ok: true, value: file });

    await sealing.keyring.lockSensitive(undefined);

    expect(await sealing.attachments.openAttachment("att-1", bytes, sensitive)).toEqual({ ok: false, problem: "locked" });
    expect(await sealing.attachments.sealAttachment("att-1", file, sensitive)).toEqual({ ok: false, problem: "locked" });
    expect(await sealing.attachments.openAttachment("att-1", bytes, clear)).toEqual({ ok: false, problem: "locked" });
    expect(await (await openVault()).attachments.openAttachment("att-1", bytes, clear)).toEqual({ ok: false, problem: "unknown-key" });
  });

  it("returns a file that already consisted of sealed bytes before it was attached", async () => {
    const sealing = await openFolder();
    const attached = await sealedBy(sealing);
    const sealed = await sealing.attachments.sealAttachment("att-2", attached, clear);

    const opened = await sealing.attachments.openAttachment("att-2", sealed.ok ? sealed.value.bytes : file, clear);

    expect(opened).toEqual({ ok: true, value: attached });
  });

  it("keeps a file of local mode unchanged, and seals one of its Sensitive folder", async () => {
    const sealing = await createDirectSealing();
    await sealing.keyring.prepareLocalSensitive("Hidden place 1");
    await sealing.keyring.takeSensitive();
    const plain = await sealing.localAttachments.sealAttachment("att-1", file, clear);
    const hidden = await sealing.localAttachments.sealAttachment("att-1", file, sensitive);
    if (!plain.ok || !hidden.ok) throw new Error("not sealed");

    expect(plain.value.bytes).toEqual(file);
    expect(await sealing.localAttachments.openAttachment("att-1", hidden.value.bytes, sensitive)).toEqual({ ok: true, value: file });
    expect(Buffer.from(hidden.value.bytes).includes(Buffer.from(file.subarray(0, 32)))).toBe(false);
  });

  it("requires an open vault", async () => {
    const { attachments } = await createDirectSealing();

    expect(await attachments.sealAttachment("att-1", file, clear)).toEqual({ ok: false, problem: "locked" });
    expect(await attachments.openAttachment("att-1", file, clear)).toEqual({ ok: false, problem: "locked" });
  });
});
