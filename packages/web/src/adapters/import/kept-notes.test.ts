// @vitest-environment node
import type { ImportedNote } from "@satchel/core/ports/transfer/import-sources.ts";
import { expect, it } from "vitest";
import type { Calls } from "../workers/calls.ts";
import { createImportApi } from "./import-api.ts";
import type { ImportPage } from "./import-messages.ts";
import { createKeptNotes } from "./kept-notes.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const ENEX = `<en-export><note><title>Resource</title><created>20240102T030405Z</created><tag>t</tag><content><![CDATA[<en-note><div>a <b>b</b></div>
<en-media hash="2d1e5a2ca0b0d8a0c1b3e1a7d7f1d0aa" type="image/png"/><table><tr><td>1</td></tr></table></en-note>]]></content>
<resource><data encoding="base64">${PNG}</data><mime>image/png</mime><resource-attributes><file-name>a.png</file-name></resource-attributes></resource>
</note><note><title>Other</title><content><![CDATA[<en-note><div>x</div></en-note>]]></content></note></en-export>`;
const SOURCES: Readonly<Record<string, string>> = {
  "Plans/One.md":
    "---\ntags: [work]\n---\nSee [[Two]], [web](https://example.org) and #tag.\n\n![[dot.png]]\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  "Two.md": "```js\ncode\n```\n\n> [!note] call",
  "dot.png": "png",
  "a.enex": ENEX,
  "page.html": `<title>Page</title><p>text<img src="data:image/png;base64,${PNG}"><img src="dot.png" width="3"></p>`,
  "left.bin": "bytes",
};

async function read(kept: ReturnType<typeof createKeptNotes>, sources = SOURCES) {
  const taken: ImportedNote[] = [];
  const page = { onProgress: () => undefined, takeNotes: async (notes: readonly ImportedNote[]) => taken.push(...notes) > 0 };
  const deps = { page: () => page as unknown as Calls<ImportPage>, shrink: async () => "data:image/png;base64,AAAA", now: () => 1000 };
  const api = createImportApi({ ...deps, groupNotes: 2, kept });
  const chosen = Object.entries(sources).map(([path, text]) => ({ path, blob: new Blob([text]), modifiedMs: 5 }));
  const opened = await api.open(chosen, { password: undefined, csvAs: "rows", unknownAs: "attached" });
  expect(await api.eachNotes({ salt: "", skip: [] })).toEqual({ ok: true, value: undefined });
  return { opened, taken, isKept: kept.items() !== undefined };
}

it("returns the kept notes exactly as a second reading would", async () => {
  const kept = await read(createKeptNotes());
  const again = await read(createKeptNotes({ chars: 0, bytes: 0 }));

  expect([kept.isKept, again.isKept]).toEqual([true, false]);
  expect(kept.taken).toHaveLength(6);
  expect(kept.taken.flatMap(({ files }) => files.map(({ bytes }) => bytes.length))).toContain(atob(PNG).length);
  expect(kept).toEqual({ ...again, isKept: true });
});

it("drops what it kept if a source has long texts or many embedded bytes", async () => {
  for (const limits of [
    { chars: 300, bytes: 1_000_000 },
    { chars: 1_000_000, bytes: 40 },
  ]) {
    const { taken, isKept } = await read(createKeptNotes(limits));
    expect([taken.length, isKept]).toEqual([6, false]);
  }
});

it("names notes as earlier app versions did, so that old imports are recognized", async () => {
  const { opened } = await read(createKeptNotes(), { "a.txt": "a text", "b.csv": "Title,Text\nA,one\nA,one" });
  expect(opened.ok && opened.value.noteIds).toEqual([
    "imported-0hf33auf7k30hjk5v2d8qu",
    "imported-1zzojasov290u83bkurbpb",
    "imported-0uo2lzrmq2y0v85symi451",
  ]);
});
