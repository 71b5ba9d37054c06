import fc from "fast-check";
import { gzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { type Bytes, toBytes, utf8 } from "./bytes.ts";
import { MAX_UNPACKED_BYTES, packJson, unpackJson, unpackLargeJson } from "./packing.ts";

const DAMAGED = { ok: false, problem: "damaged" };

function packed(value: unknown) {
  const answer = packJson(value);
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
}

describe("encryption.md 3.3 gzip", () => {
  it("restores any JSON", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => void expect(unpackJson(packed(value))).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) }),
      ),
    );
  });

  it("packs equal records to equal bytes at any time", () => {
    expect(packed({ a: "x".repeat(2000) })).toEqual(packed({ a: "x".repeat(2000) }));
  });

  it("rejects truncated bytes", () => {
    const whole = packed({ text: Array.from({ length: 400 }, (_, i) => `word${i * 7919}`).join(" ") });
    for (let length = 0; length < whole.length - 8; length += 1) expect(unpackJson(whole.slice(0, length))).toEqual(DAMAGED);
  });

  it("rejects more than 64 MiB without unpacking all of it", () => {
    const bomb = toBytes(gzipSync(new Uint8Array(MAX_UNPACKED_BYTES + 1)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(unpackJson(bomb)).toEqual(DAMAGED);
    expect(packJson("x".repeat(MAX_UNPACKED_BYTES))).toEqual({ ok: false, problem: "too-large" });
  });

  it("applies the bound exactly", () => {
    const value = "x".repeat(1000);
    expect(unpackJson(packed(value), 1002)).toEqual({ ok: true, value });
    expect(unpackJson(packed(value), 1001)).toEqual(DAMAGED);
  });

  it.each([
    ["at once", async (bytes: Bytes) => unpackJson(bytes)],
    ["as the platform does", unpackLargeJson],
  ])("rejects a record of any size whose trailer has a wrong length, %s", async (_, unpack) => {
    const noise = Array.from({ length: 60_000 }, (_, i) => ((i * 2_654_435_761) % 4_294_967_296).toString(36)).join("");
    for (const value of ["x".repeat(5000), noise]) {
      const whole = packed(value);
      for (const by of [-1, 1, 1000]) {
        const lying = whole.slice();
        const view = new DataView(lying.buffer);
        view.setUint32(lying.length - 4, view.getUint32(lying.length - 4, true) + by, true);
        expect(await unpack(lying)).toEqual(DAMAGED);
      }
      expect(await unpack(whole)).toEqual({ ok: true, value });
      expect(await unpack(whole.slice(0, -20))).toEqual(DAMAGED);
    }
    expect(packed(noise).length).toBeGreaterThan(256 * 1024);
  });

  it("rejects a small record that unpacks to more than its trailer promises", () => {
    const bomb = toBytes(gzipSync(new Uint8Array(MAX_UNPACKED_BYTES)));
    new DataView(bomb.buffer).setUint32(bomb.length - 4, 10, true);
    expect(unpackJson(bomb)).toEqual(DAMAGED);
  });

  it("rejects bytes that are not gzip, UTF-8 or JSON", () => {
    expect(unpackJson(utf8("hello"))).toEqual(DAMAGED);
    expect(unpackJson(toBytes(gzipSync(Uint8Array.of(0xff, 0xfe))))).toEqual(DAMAGED);
    expect(unpackJson(toBytes(gzipSync(utf8("{"))))).toEqual(DAMAGED);
  });
});
