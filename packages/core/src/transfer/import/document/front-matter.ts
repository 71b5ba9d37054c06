/** Splits the YAML front matter of a Markdown file into note fields and other lines. Broken YAML stays text. Pure. */
import { parse } from "yaml";
import { EXACT_TAGS, toPlainTag } from "../../exchange/plain-tags.ts";
import { parseTime } from "./parse-time.ts";

export type FrontMatter = {
  readonly body: string;
  readonly title: string | undefined;
  readonly tags: readonly string[];
  /** The tags as Satchel had them, if its export wrote that `tags` are theirs in another form; then no hashtag of the text is one. */
  readonly exactTags?: readonly string[];
  readonly createdMs: number | undefined;
  readonly modifiedMs: number | undefined;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  readonly isTrashed: boolean;
  readonly id: string | undefined;
  /** Names by which links may refer to this note. */
  readonly aliases: readonly string[];
  /** Properties that a note has no field for, as name and value. */
  readonly others: readonly (readonly [string, string])[];
};

const NOTHING = {
  title: undefined,
  tags: [],
  createdMs: undefined,
  modifiedMs: undefined,
  isPinned: false,
  isArchived: false,
  isTrashed: false,
  id: undefined,
  aliases: [],
  others: [],
} as const;

const BLOCK = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const MAX_CHARS = 1_000_000;

/** Front matter with self-referencing values stays text, because such values cannot be written. */
export function readFrontMatter(text: string): FrontMatter {
  try {
    return readFields(text);
  } catch {
    return { ...NOTHING, body: text };
  }
}

function readFields(text: string): FrontMatter {
  const block = BLOCK.exec(text.slice(0, MAX_CHARS));
  // An empty block is just two horizontal rules.
  const fields = block === null || (block[1] ?? "").trim() === "" ? undefined : parseFields(block[1] ?? "");
  if (block === null || fields === undefined) return { ...NOTHING, body: text };
  const named = new Map([...fields].map(([name, value]) => [name.toLowerCase(), value] as const));
  const first = (names: string): unknown =>
    names
      .split(" ")
      .map((name) => named.get(name))
      .find((value) => value !== undefined && value !== null);
  return {
    body: text.slice(block[0].length),
    title: toText(first("title")),
    ...tagsOf(named),
    createdMs: parseTime(first("created created_at creationdate date created_time date-created date_created ctime")),
    modifiedMs: parseTime(
      first("updated modified updated_at modificationdate last_modified lastmodified date-modified date_modified mtime"),
    ),
    isPinned: isYes(first("pinned favorite")),
    isArchived: isYes(first("archived")),
    isTrashed: isYes(first("trashed deleted")),
    id: toText(first("id uid")),
    aliases: [...listOf(named.get("aliases")), ...listOf(named.get("alias"))],
    others: [...fields].flatMap(([name, value]) => (isTakenIn(name.toLowerCase(), value) ? [] : [[name, toLine(value)] as const])),
  };
}

/** Tags that were changed since the export, in the other program, replace those of the export. */
function tagsOf(named: ReadonlyMap<string, unknown>): Pick<FrontMatter, "tags" | "exactTags"> {
  const tags = toTags([...listOf(named.get("tags")), ...listOf(named.get("tag"))]);
  const written = named.get(EXACT_TAGS);
  const exact = Array.isArray(written) ? written.filter((tag) => typeof tag === "string") : undefined;
  const isCurrent = exact !== undefined && [...exact.map(toPlainTag)].sort().join("\n") === [...tags].sort().join("\n");
  return isCurrent ? { tags, exactTags: exact } : { tags };
}

const KNOWN: ReadonlySet<string> = new Set("title tags tag satchel-tags pinned favorite archived trashed deleted id uid".split(" "));

/** True if a note field holds the value. A time that cannot be parsed stays a line. */
function isTakenIn(name: string, value: unknown): boolean {
  if (TIMES.has(name)) return value === null || parseTime(value) !== undefined;
  return KNOWN.has(name);
}

const TIMES: ReadonlySet<string> = new Set(
  (
    "created created_at creationdate date created_time date-created date_created ctime updated modified updated_at modificationdate " +
    "last_modified lastmodified date-modified date_modified mtime"
  ).split(" "),
);

function parseFields(yaml: string): ReadonlyMap<string, unknown> | undefined {
  try {
    // With a silent log level, the parser would return the intact part of broken YAML.
    const value: unknown = parse(yaml, { maxAliasCount: 20, logLevel: "error" });
    if (value === null) return new Map();
    return typeof value === "object" && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function listOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((part: unknown) => toText(part) ?? []);
  if (typeof value !== "string") return toText(value) === undefined ? [] : [String(value)];
  return (value.includes(",") ? value.split(",") : value.split(/\s+/)).map((part) => part.trim()).filter((part) => part !== "");
}

function toTags(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => name.replace(/^#/, "")).filter((name) => name !== ""))];
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === "string" && !/^(?:|no|false|0)$/i.test(value));
}

function toLine(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(toLine).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
