/**
 * Histories of notes for the benchmark: generated with realistic edits, the same in each run, or from the Markdown files of a git
 * repository.
 */
import { execFileSync } from "node:child_process";
import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { markdownToHtml } from "@satchel/core/document/markdown/markdown-html.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { createChance, makeCorpus } from "../sync/corpus.ts";

/** Oldest first; the last one is the current text. */
export type NoteHistory = readonly NoteEntity[];

const FIRST_AT = Date.UTC(2024, 0, 1);
const HOUR_MS = 3_600_000;

export function makeHistories(count: number): readonly NoteHistory[] {
  return makeCorpus(count, 2400).map(({ number, title, html }) => {
    const next = createChance(91_009 + number * 104_729);
    // Unevenly distributed like users' notes: many were edited a few times, some for years.
    const versions = 1 + Math.floor(22 * next() ** 1.1);
    const texts: (readonly string[])[] = [toBlocks(html).slice(0, 3 + Math.floor(next() * 12))];
    while (texts.length < versions) texts.push(edit(texts.at(-1) as readonly string[], next));
    return texts.map((blocks, at) => toVersion(`note-${number}`, { title, html: blocks.join(""), at, atMs: FIRST_AT + at * HOUR_MS }));
  });
}

/** Every Markdown file of the last commit, with its content in each commit that changed it. */
export function readGitHistories(folder: string): readonly NoteHistory[] {
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 268_435_456 });
  const files = git("ls-files", "-z", "*.md").split("\0").filter(Boolean);
  return files.map((file, number) => {
    const commits = git("log", "--reverse", "--format=%H %at", "--", file).trim().split("\n").filter(Boolean);
    const texts = commits.flatMap((line, at) => {
      const [commit, seconds] = line.split(" ");
      try {
        const html = toCanonicalHtml(markdownToHtml(git("show", `${commit}:${file}`)));
        return [toVersion(`note-${number}`, { title: file, html, at, atMs: Number(seconds) * 1000 + at })];
      } catch {
        // The commit that removed it for a while.
        return [];
      }
    });
    return texts.filter(({ content }, at) => content !== texts[at - 1]?.content);
  });
}

function toVersion(
  id: string,
  { title, html, at, atMs }: { readonly title: string; readonly html: string; readonly at: number; readonly atMs: number },
): NoteEntity {
  const counter = at + 1;
  return {
    kind: "note",
    id: `${id}-abcdefghi`,
    vv: { Qx7Kd2: counter },
    alive: { Qx7Kd2: counter },
    createdAt: FIRST_AT,
    mtime: atMs,
    title,
    content: html,
    folderId: "folder-1704067200000-abcdefghi",
    isEncrypted: false,
    attachments: [],
    attIds: [],
  };
}

function toBlocks(html: string): readonly string[] {
  return html.match(/<(h2|p|ul)\b.*?<\/\1>/gs) ?? [html];
}

function edit(blocks: readonly string[], next: () => number): readonly string[] {
  const [kind, at] = [next(), Math.floor(next() * blocks.length)];
  const block = blocks[at] ?? "<p></p>";
  if (kind < 0.4) return blocks.with(at, changeWords(block, next));
  if (kind < 0.75) return blocks.toSpliced(next() < 0.6 ? blocks.length : at, 0, `<p>${someWords(6 + Math.floor(next() * 30), next)}</p>`);
  if (kind < 0.85) return blocks.with(at, block.replace(/<\/(p|li)>/, ` ${someWords(3, next)}</$1>`));
  if (kind < 0.93 && blocks.length > 2) return blocks.toSpliced(at, 1);
  return blocks.with(at, `<p>${someWords(20, next)}</p>`);
}

function changeWords(block: string, next: () => number): string {
  const share = 0.02 + next() * 0.1;
  return block.replace(/(?<=[\s>])[a-z]+(?=[\s<])/g, (word) => (next() < share ? someWords(1, next) : word));
}

function someWords(count: number, next: () => number): string {
  const word = () => Array.from({ length: 2 + Math.floor(next() * 3) }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join("");
  return Array.from({ length: count }, word).join(" ");
}

const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za bre cli dro flu gra ple sta tri sho".split(" ");
