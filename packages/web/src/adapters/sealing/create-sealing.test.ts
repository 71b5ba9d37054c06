// @vitest-environment node
import { describeCodec } from "@satchel/core/testing/codec-contract.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { describe, expect, it } from "vitest";
import { createDirectSealing, type Sealing } from "./create-sealing.ts";

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
  it("gives back every record and hides every word", async () => {
    const { packs } = await openVault();
    const items = [
      { entity: aNote({ content: "<p>Zanzibar</p>" }), md5: MD5 },
      { entity: aFolder(), md5: MD5 },
    ];

    const sealed = await packs.sealPack("pack-1", items);

    if (!sealed.ok) throw new Error(sealed.problem);
    expect(await packs.openPack("pack-1", sealed.value)).toEqual({ ok: true, value: items });
    expect(Buffer.from(sealed.value).toString("latin1")).not.toMatch(/Zanzibar|Recipes/);
  });

  it("refuses another pack's name, a flipped bit and another vault's key", async () => {
    const { packs } = await openVault();
    const other = await openVault();
    const sealed = await packs.sealPack("pack-1", [{ entity: aNote(), md5: MD5 }]);
    if (!sealed.ok) throw new Error(sealed.problem);
    const flipped = Uint8Array.from(sealed.value, (byte, at) => (at === sealed.value.length - 1 ? byte ^ 1 : byte));

    expect(await packs.openPack("pack-2", sealed.value)).toEqual({ ok: false, problem: "damaged" });
    expect(await packs.openPack("pack-1", flipped)).toEqual({ ok: false, problem: "damaged" });
    expect(await other.packs.openPack("pack-1", sealed.value)).toEqual({ ok: false, problem: "unknown-key" });
  });

  it("needs an open vault", async () => {
    const { packs } = await createDirectSealing();

    expect(await packs.sealPack("pack-1", [])).toEqual({ ok: false, problem: "locked" });
    expect(await packs.openPack("pack-1", new Uint8Array())).toEqual({ ok: false, problem: "locked" });
  });
});
