/** Tags of a large library: the tree with its counts after each save, filters of the list and of the search, completion and palette. */
import { selectNotes, shownTagKeys } from "@satchel/core/library/notes/note-list.ts";
import { parseQuery } from "@satchel/core/library/search/query.ts";
import { SearchIndex } from "@satchel/core/library/search/search-index.ts";
import { suggestTags } from "@satchel/core/library/tags/suggest-tags.ts";
import { TagIndex } from "@satchel/core/library/tags/tag-index.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import { tagKey } from "@satchel/core/model/entities/tags/tag.ts";
import { toTags } from "@satchel/core/model/entities/tags/tag-edits.ts";
import { NOTE } from "@satchel/core/model/limits/limits.ts";
import { paletteEntries } from "@satchel/core/workspace/actions/palette.ts";
import type { Figure } from "../src/figure.ts";

const [ROUNDS, WORDS] = [200, ["heron", "marsh", "rye", "thesis", "letter", "garden", "harbor", "winter"]];
/** Two tags a note, of 2,000 that are nested by two levels. */
const [TAGS_A_NOTE, TAGS] = [2, 2000];

export async function benchOrganise(quick: boolean): Promise<Figure[]> {
  const count = quick ? 5000 : 50_000;
  const notes = makeNotes(count);
  const size = `${count.toLocaleString("en-GB")} notes, ${(count * TAGS_A_NOTE).toLocaleString("en-GB")} tags`;
  const figure = (name: string, value: number): Figure => ({
    area: "organise",
    name: `${name}, ${size}`,
    value,
    unit: "ms",
    better: "lower",
  });
  const index = new TagIndex();
  const began = performance.now();
  index.read(notes);
  const builtMs = performance.now() - began;
  const list = index.read(notes);
  const words = makeSearchIndex(notes);
  const ask = (typed: string) => words.search(parseQuery(typed, Date.now()), { folderIds: undefined, limit: NOTE.pageSize }).total;
  let saved = notes;
  return [
    figure("tree of tags, built once", builtMs),
    figure(
      "tree of tags after a save that changed a tag, p95",
      p95((round) => {
        saved = saved.with(round, { ...(saved[round] as NoteSummary), ...tagsOf(tagName(round), "changed") });
        return index.read(saved);
      }),
    ),
    figure(
      "list filtered by a tag and those in it, p95",
      p95((round) => filter(notes, [`area ${round % 20}`])),
    ),
    figure(
      "list filtered by two tags, p95",
      p95((round) => filter(notes, [`area ${round % 20}`, tagName(round).toLowerCase()])),
    ),
    figure(
      "search by tag:, p95",
      p95((round) => ask(`tag:"area ${round % 20}"`)),
    ),
    figure(
      "search by two tags and a word, p95",
      p95((round) => ask(`${WORDS[round % WORDS.length]} tag:"area ${round % 20}" -tag:"${tagName(round)}"`)),
    ),
    figure(
      "completion of a tag at each key, p95",
      p95((round) => suggestTags(list, tagName(round).slice(0, (round % 12) + 1), [])),
    ),
    figure(
      "palette with all notes and tags at each key, p95",
      p95((round) =>
        paletteEntries({ notes, folders: [], tags: list, searches: [], actions: [] }, tagName(round).slice(0, (round % 12) + 1)),
      ),
    ),
  ];
}

function tagName(at: number): string {
  return `Area ${at % 20}/Topic ${at % TAGS}`;
}

function tagsOf(...names: readonly string[]): Pick<NoteSummary, "tags" | "tagKeys"> {
  const tags = toTags(names);
  return { tags, tagKeys: tags.map(tagKey) };
}

function makeNotes(count: number): readonly NoteSummary[] {
  return Array.from({ length: count }, (_, at) => ({
    noteId: `note-${at}`,
    title: `${WORDS[at % WORDS.length]} ${at}`,
    preview: "",
    folderId: null,
    createdAt: at,
    lastModified: count - at,
    isEncrypted: false,
    attachments: [],
    ...tagsOf(tagName(at), tagName(at * 7 + 1)),
    sync: { kind: "in-your-drive" },
  }));
}

function makeSearchIndex(notes: readonly NoteSummary[]): SearchIndex {
  const index = new SearchIndex();
  for (const { noteId, title, tagKeys, lastModified } of notes)
    index.put({
      noteId,
      title,
      text: WORDS.slice(lastModified % 5).join(" "),
      folderId: null,
      modifiedMs: lastModified,
      createdMs: lastModified,
      hasFile: false,
      tagKeys,
    });
  return index;
}

function filter(notes: readonly NoteSummary[], tagKeys: readonly string[]): number {
  return selectNotes(notes, null, shownTagKeys(notes, tagKeys)).length;
}

function p95(run: (round: number) => unknown): number {
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const began = performance.now();
    run(round);
    return performance.now() - began;
  }).sort((a, b) => a - b);
  return times[Math.floor(ROUNDS * 0.95)] ?? 0;
}
