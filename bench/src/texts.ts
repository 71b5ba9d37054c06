/**
 * Texts of any length for measurements (the fixtures' article, repeated as chapters), and two sections that use them: canonical form and
 * sealing.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { openEntity, sealEntity } from "@satchel/crypto/records/entity-sealing.ts";
import { contentKeyOf, ringOf } from "@satchel/crypto/records/envelope.ts";
import { type Figure, medianMs } from "./figure.ts";

const article = toCanonicalHtml(readFileSync(join(import.meta.dirname, "../../fixtures/long-article.html"), "utf8"));

export function textOf(chars: number): string {
  let html = "";
  for (let chapter = 1; html.length < chars; chapter += 1) html += `<h2>Chapter ${chapter}</h2>${article}`;
  return toCanonicalHtml(html);
}

const shortText = (index: number) => `<p>Note ${index}</p>${article.slice(0, article.indexOf("</p>") + 4).repeat(8)}`;

/** Measures the conversion of a note to its canonical form by the editor's rules. */
export async function benchTexts(quick: boolean): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of quick ? [200_000] : [200_000, 1_000_000]) {
    const text = textOf(size);
    const value = await medianMs(quick ? 3 : 5, () => toCanonicalHtml(text));
    figures.push({ area: "notes", name: `canonical form of ${size / 1000} KB`, value, unit: "ms", better: "lower" });
  }
  return figures;
}

/** Measures sealing and opening of a thousand notes of about 4 KB, as in a first sync. */
export async function benchSealing(quick: boolean): Promise<Figure[]> {
  const key = await contentKeyOf("AAAAAAAAAAA", crypto.getRandomValues(new Uint8Array(32)));
  const ring = ringOf(key);
  const notes = Array.from({ length: quick ? 100 : 1000 }, (_, index) => ({
    id: `note-${index}`,
    title: `Note ${index}`,
    content: shortText(index),
  }));
  const runs = quick ? 3 : 7;
  const sealAll = () => Promise.all(notes.map((note) => sealEntity(key, { kind: "note", id: note.id }, { entity: note })));
  const sealMs = await medianMs(runs, sealAll);
  const sealed = (await sealAll()).map((each) => (each.ok ? each.value : new Uint8Array()));
  const openMs = await medianMs(runs, () =>
    Promise.all(sealed.map((bytes, index) => openEntity(ring, { kind: "note", id: notes[index]?.id ?? "" }, bytes))),
  );
  const perThousand = 1000 / notes.length;
  return [
    { area: "crypto", name: "seal 1,000 notes", value: sealMs * perThousand, unit: "ms", better: "lower" },
    { area: "crypto", name: "open 1,000 notes", value: openMs * perThousand, unit: "ms", better: "lower" },
  ];
}
