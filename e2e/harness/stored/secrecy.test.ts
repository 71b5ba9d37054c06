import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWords, searchFolder } from "./secrecy.ts";

const WORD = "Brackenmoor";
const around = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const disguises: Record<string, (text: Buffer) => Buffer> = {
  "UTF-8": (text) => text,
  base64: (text) => Buffer.from(text.toString("base64")),
  base64url: (text) => Buffer.from(text.toString("base64url")),
  hex: (text) => Buffer.from(text.toString("hex")),
};

describe("The search for plaintext", () => {
  it.each(Object.keys(disguises))("finds a word encoded as %s at any position", (name) => {
    fc.assert(
      fc.property(around, around, (before, after) => {
        const bytes = disguises[name]?.(Buffer.concat([before, Buffer.from(WORD), after])) ?? Buffer.alloc(0);

        expect(findWords("bytes", bytes, [WORD])).not.toEqual([]);
      }),
    );
  });

  it.each(["utf16le", "utf8"] as const)("finds it in base64 of %s", (encoding) => {
    const bytes = Buffer.from(Buffer.from(`xx${WORD}yy`, encoding).toString("base64"));

    expect(findWords("bytes", bytes, [WORD])).not.toEqual([]);
  });

  it("finds other scripts", () => {
    const bytes = Buffer.from(JSON.stringify({ title: "春眠不觉晓处处闻" }));

    expect(findWords("bytes", bytes, ["春眠不觉晓处处闻"])).toHaveLength(1);
  });

  it("reports no match in random bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 4000 }), (bytes) => findWords("bytes", Buffer.from(bytes), [WORD]).length === 0));
  });

  it("searches every file of a folder, and file names", async () => {
    const folder = await mkdtemp(join(tmpdir(), "satchel-search-"));
    await mkdir(join(folder, "deep/er"), { recursive: true });
    await writeFile(join(folder, "deep/er", "a.bin"), `..${WORD}..`);
    await writeFile(join(folder, `${WORD}.json`), "");

    const { findings } = await searchFolder(folder, [WORD]);

    expect(findings.map(({ where }) => where).sort()).toEqual([`${WORD}.json`, "deep/er/a.bin"]);
    await rm(folder, { recursive: true });
  });
});
