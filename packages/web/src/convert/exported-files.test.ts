// @vitest-environment node
/** Checks the files that every format writes: nothing in them is fetched by a viewer, and Windows can keep each name. */
import { inflateRawSync } from "node:zlib";
import type { TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import { describe, expect, it } from "vitest";
import { exportedNote, toNotes, writeNotes } from "./testing/export-notes.node.ts";

const FILES = new Map([["f", Uint8Array.of(7, 8, 9)]]);

/** What a viewer fetches when it opens a file: an image by its address, in Markdown, in HTML, and in the relations of a document. */
const FETCHED = /!\[[^\]]*\]\(https?:|<img[^>]*\ssrc="https?:|relationships\/image"[^>]*https?:/i;

/** Matches a link in Markdown, in HTML, or in the relations of a document. */
const LINK_TO = (name: string) => {
  const address = `https://example\\.org/${name.replace(/[.?]/g, "\\$&")}`;
  return new RegExp(`(?<!!\\[[^\\]]*)\\]\\(${address}|<a [^>]*href="${address}"|hyperlink"[^>]*Target="${address}"`);
};

/** Matches device names of Windows, also before an extension, with spaces before it or with a superscript digit. */
const WINDOWS_RESERVES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;
const FILE_NAMED = (name: string) => `<p><a data-file-id="f" data-file-name="${name}.pdf" data-mime-type="application/pdf">file</a></p>`;

async function textsOf(format: ExportFormat, notes: readonly TransferNote[]): Promise<readonly string[]> {
  const files = await writeNotes(format, notes);
  return Object.entries(files).map(([path, bytes]) => textIn(path, bytes as Uint8Array));
}

/** A document of Word is a zip: its parts are joined, one local header after the other. */
function textIn(path: string, bytes: Uint8Array): string {
  const whole = Buffer.from(bytes);
  return path.endsWith(".docx") ? partsOf(whole).join("\n") : whole.toString("utf8");
}

const [LOCAL, CENTRAL] = [Buffer.from("504b0304", "hex"), Buffer.from("504b0102", "hex")];

function partsOf(zip: Buffer): readonly string[] {
  const parts: string[] = [];
  for (let at = zip.indexOf(CENTRAL); at !== -1; at = zip.indexOf(CENTRAL, at + 4)) {
    const [method, size, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    expect(zip.subarray(local, local + 4)).toEqual(LOCAL);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + size);
    parts.push((method === 0 ? packed : inflateRawSync(packed)).toString("utf8"));
  }
  return parts;
}

describe("files that are exported", () => {
  it.each(EXPORT_FORMATS)("link to an image of another website that was not loaded, in %s", async (format) => {
    const content =
      '<p>see <img alt="far" data-remote-src="https://example.org/a.png?one"> and <img data-remote-src="https://example.org/b.png" width="40" height="30"></p>' +
      '<table><tbody><tr><td><p><img alt="cell" data-remote-src="https://example.org/c.png" width="4"></p></td></tr></tbody></table>';

    const texts = await textsOf(format, await toNotes([exportedNote({ id: "a", title: "Far", content })], FILES));

    for (const text of texts) expect(FETCHED.exec(text)?.[0]).toBeUndefined();
    const all = texts.join("\n");
    if (format !== "json") for (const name of ["a.png?one", "b.png", "c.png"]) expect(all).toMatch(LINK_TO(name));
  });

  it.each(EXPORT_FORMATS)("avoid names that Windows reserves or cannot keep, in %s", async (format) => {
    const names = ["CONIN$", "conout$", "COM¹", "lpt³", "COM1 .x", "CON .md", "CON . x", "nul. ", "AUX", "Prn.txt", "ends.. . ", "COM0"];
    const notes = names.map((name, at) => exportedNote({ id: `n${at}`, title: name, content: FILE_NAMED(name), folderName: name }));

    const written = await writeNotes(format, await toNotes(notes, FILES));

    const parts = Object.keys(written).flatMap((path) => path.split("/"));
    expect(parts.filter((part) => WINDOWS_RESERVES.test(part) || /[. ]$/.test(part))).toEqual([]);
  });
});
