/** Sealing and opening a thousand notes of about 4 KB, as a first sync does. */
import { openEntity, sealEntity } from "@satchel/crypto/entity-sealing.ts";
import { contentKeyOf, ringOf } from "@satchel/crypto/ring.ts";
import { type Figure, medianMs } from "./figure.ts";
import { shortText } from "./texts.ts";

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
