/** Rare notes that must stay usable: one very long paragraph, a table of thousands of rows, hundreds of images. */
import { crc32, deflateSync } from "node:zlib";
import { textOf } from "../src/texts.ts";

/** One paragraph without a line break, of words as in real notes. */
export function longParagraph(chars: number): string {
  const words = textOf(chars * 2)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
  return `<p>${words.slice(0, chars).replace(/&\w*$/, "")}</p>`;
}

export function rowsTable(rows: number): string {
  const cells = (row: number): readonly string[] => [`Part ${row}`, `${(row * 37) % 997} pieces`, `Shelf ${row % 40}`, "checked in March"];
  const body = Array.from(
    { length: rows },
    (_, row) =>
      `<tr>${cells(row)
        .map((cell) => `<td><p>${cell}</p></td>`)
        .join("")}</tr>`,
  );
  return `<table><tbody>${body.join("")}</tbody></table>`;
}

/** Each image of a few kilobytes has a line of text, as in real notes. */
export function imagesNote(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `<p>Picture ${at}</p><p><img alt="" width="320" height="200" src="${noisePng(64, 40, at)}"></p>`,
  ).join("");
}

function noisePng(width: number, height: number, seed: number): string {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let state = seed * 2_654_435_761 + 1;
  for (let at = 0; at < rows.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    rows[at] = at % (width * 3 + 1) === 0 ? 0 : state >>> 24;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString("base64")}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
