/**
 * Edits the same note on two devices that sync at the same moment, again and again: both texts must be on both devices each time. The pairs
 * alternate between changing one sentence in two ways, two sentences, adding in one place, and leaving it to the title.
 */
import type { Note } from "@satchel/core/model/entities/note.ts";
import type { Figure } from "../src/figure.ts";
import type { Device } from "./clients/device.ts";
import { type Keys, makeKeys } from "./clients/keys.ts";
import { idOf } from "./fill.ts";
import { createWorld, writeLibrary } from "./world.ts";

export type Pairs = { readonly pairs: number; readonly lost: readonly string[]; readonly apart: number };

/** Edit of a note with three sentences. `word` is unique to the device. */
type Edit = (sentences: readonly [string, string, string], word: string) => readonly string[];

const FIRST: Edit = ([, second, third], word) => [word, second, third];
const LAST: Edit = ([first, second], word) => [first, second, word];
const WITHIN: Edit = ([first, second, third], word) => [first, `${second} ${word}`, third];
const BETWEEN: Edit = ([first, second, third], word) => [first, word, second, third];
const ALONE: Edit = (_, word) => [word];

/** The edits of the first and of the second device. */
const KINDS: readonly (readonly [Edit, Edit])[] = [
  [FIRST, FIRST],
  [FIRST, LAST],
  [WITHIN, WITHIN],
  [BETWEEN, BETWEEN],
  [ALONE, ALONE],
  [ALONE, WITHIN],
];
const SENTENCES = ["The first sentence.", "The second one.", "And the third."] as const;
/** The two syncs overlap differently each time: one of them starts some turns later. */
const STARTS = 7;
const PER_WORLD = 50;

export async function syncPairs(keys: Keys, pairs: number): Promise<Pairs> {
  const lost: string[] = [];
  let apart = 0;
  for (let from = 0; from < pairs; from += PER_WORLD) {
    const some = await syncSome(keys, from, Math.min(PER_WORLD, pairs - from));
    lost.push(...some.lost);
    apart += some.apart;
  }
  return { pairs, lost, apart };
}

async function syncSome(keys: Keys, from: number, count: number): Promise<Pairs> {
  const world = createWorld(keys);
  const laptop = await world.device("laptop");
  const phone = await world.device("phone-");
  const html = SENTENCES.map((sentence) => `<p>${sentence}</p>`).join("");
  await writeLibrary(
    laptop,
    Array.from({ length: count }, (_, number) => ({ number, title: `Pair ${number}`, html, writtenAt: number })),
  );
  await phone.sync();
  const words: (readonly [string, string])[] = [];
  for (let number = 0; number < count; number += 1) {
    const pair = [`laptop${from + number}`, `phone${from + number}`] as const;
    const [first, second] = KINDS[(from + number) % KINDS.length] ?? [FIRST, FIRST];
    await Promise.all([rewrite(laptop, number, { edit: first, word: pair[0] }), rewrite(phone, number, { edit: second, word: pair[1] })]);
    await Promise.all([laptop.sync(), later((from + number) % STARTS).then(() => phone.sync())]);
    words.push(pair);
  }
  for (const device of [laptop, phone, laptop]) await device.sync();
  const [one, other] = [await textsOf(laptop), await textsOf(phone)];
  const missing = words.flatMap((pair) => pair.filter((word) => !one.includes(`${word}.`) || !other.includes(`${word}.`)));
  return { pairs: count, lost: missing, apart: one === other ? 0 : 1 };
}

async function rewrite({ notes }: Device, number: number, { edit, word }: { readonly edit: Edit; readonly word: string }): Promise<void> {
  const opened = await notes.open(idOf(number));
  if (!opened.ok) throw new Error(opened.problem.kind);
  const content = edit(SENTENCES, `${word}.`)
    .map((sentence) => `<p>${sentence}</p>`)
    .join("");
  const saved = await notes.save(idOf(number), { title: opened.value.title, content }, { seen: opened.value });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

async function later(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** All text that the user can read on the device, including copies. */
async function textsOf({ notes }: Device): Promise<string> {
  const opened = await Promise.all(notes.store.getState().notes.map(({ noteId }) => notes.open(noteId)));
  const read = opened.flatMap((note): readonly Note[] => (note.ok ? [note.value] : []));
  return read
    .map(({ noteId, title, content }) => `${noteId} ${title} ${content}`)
    .sort()
    .join("\n");
}

export async function benchPairs(quick: boolean): Promise<Figure[]> {
  const { pairs, lost, apart } = await syncPairs(await makeKeys(), quick ? 100 : 1000);
  if (lost.length > 0 || apart > 0) process.exitCode = 1;
  const figure = (name: string, value: number) => ({ area: "pairs", name, value, unit: `of ${pairs}`, better: "lower" as const });
  return [figure("texts that are not on both devices", lost.length), figure("libraries that differ", apart)];
}
