/**
 * Search during typing: every keystroke of some questions over the index of the search worker, and the same questions in Notesnook's core
 * in the same run.
 */
import { join } from "node:path";
import { toText } from "@satchel/core/document/html/html-text.ts";
import { parseQuery } from "@satchel/core/library/search/query.ts";
import { SearchIndex } from "@satchel/core/library/search/search-index.ts";
import { NOTE } from "@satchel/core/model/limits/limits.ts";
import { type Figure, medianMs, notMeasured } from "../src/figure.ts";
import { type CorpusNote, HALF, HUNDRED, makeCorpus, plant, rareWord } from "../sync/corpus.ts";
import { ensurePeer } from "../sync/peers/ensure-peer.ts";
import { type PeerRun, runPeer } from "../sync/peers/run-peer.ts";

const ROUNDS = 5;
type Question = { readonly name: string; readonly typed: string };

function questionsFor(corpus: readonly CorpusNote[]): readonly Question[] {
  const often = mostFrequent(corpus.slice(0, 200));
  return [
    { name: "a word of one note", typed: rareWord(777) },
    { name: "a word of every hundredth note", typed: HUNDRED },
    { name: "a word of every second note", typed: HALF },
    { name: "a word of nearly all notes", typed: often },
    { name: "two words", typed: `${HALF} ${often}` },
    { name: "a word that nobody uses", typed: "qqqxyz" },
  ];
}

function mostFrequent(corpus: readonly CorpusNote[]): string {
  const counts = new Map<string, number>();
  for (const { html } of corpus) for (const word of new Set(toText(html).split(/\s+/))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

export async function benchSearch(quick: boolean): Promise<Figure[]> {
  const figures: Figure[] = [];
  const counts = quick ? [2000] : [10_000, 50_000];
  for (const count of counts) {
    const corpus = plant(makeCorpus(count));
    const questions = questionsFor(corpus);
    const began = performance.now();
    const index = indexOf(corpus);
    const buildMs = performance.now() - began;
    const notes = `${count.toLocaleString("en-GB")} notes`;
    const figure = (name: string, value: number) => ({
      area: "search",
      name: `${name}, ${notes}`,
      value,
      unit: "ms",
      better: "lower" as const,
    });
    const keys = keystrokes(index, questions);
    figures.push(figure("index all texts", buildMs), figure("keystroke, p50", at(keys, 0.5)), figure("keystroke, p95", at(keys, 0.95)));
    figures.push(figure("keystroke, worst", at(keys, 1)));
    const answer = count === counts[0] ? await askNotesnook(corpus, questions) : { value: [] };
    const peer = new Map("value" in answer ? answer.value.map(({ question, ms }) => [question, ms]) : []);
    for (const { name, typed } of questions) {
      const value = await medianMs(ROUNDS, () => ask(index, typed));
      const peerValue = peer.get(typed);
      figures.push({ ...figure(name, value), ...(peerValue === undefined ? {} : { peer: "Notesnook", peerValue }) });
    }
    if ("problem" in answer) figures.push(notMeasured("search", "Notesnook", answer.problem));
  }
  return figures;
}

function indexOf(corpus: readonly CorpusNote[]): SearchIndex {
  const index = new SearchIndex();
  for (const { number, title, html, writtenAt } of corpus) {
    const times = { createdMs: writtenAt, modifiedMs: writtenAt };
    index.put({ noteId: `note-${number}`, title, text: toText(html), folderId: null, ...times, hasFile: false });
  }
  return index;
}

function ask(index: SearchIndex, typed: string): number {
  return index.search(parseQuery(typed, Date.now()), { folderIds: undefined, limit: NOTE.pageSize }).total;
}

/** Sorted times of all keystrokes of all questions, over several rounds. */
function keystrokes(index: SearchIndex, questions: readonly Question[]): readonly number[] {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { typed } of questions) {
      for (let end = 1; end <= typed.length; end += 1) {
        const began = performance.now();
        ask(index, typed.slice(0, end));
        times.push(performance.now() - began);
      }
    }
  }
  return times.sort((a, b) => a - b);
}

type PeerAnswer = { readonly question: string; readonly ms: number };

/** Returns the median of each question. */
async function askNotesnook(corpus: readonly CorpusNote[], questions: readonly Question[]): Promise<PeerRun<readonly PeerAnswer[]>> {
  const installed = ensurePeer("notesnook");
  if ("problem" in installed) return installed;
  const args = [installed.folder, ...questions.map(({ typed }) => typed)];
  const lines = corpus.map(({ title, html }) => JSON.stringify({ title, html }));
  return runPeer(join(import.meta.dirname, "notesnook.mjs"), args, lines);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
