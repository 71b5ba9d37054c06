/** Two texts side by side, by paragraphs and words, as the user reads them; differences in markup alone are not marked. Pure. */
import { diffIndices } from "node-diff3";
import { toText } from "../../document/html/html-text.ts";
import { DIFFERENCE } from "../../model/limits/limits.ts";

export type Span = { readonly text: string; readonly isChanged: boolean };

export type Row =
  | { readonly kind: "same"; readonly text: string }
  /** So many paragraphs that are alike, left out. */
  | { readonly kind: "alike"; readonly count: number }
  /** A side that lacks the paragraph has no spans. */
  | { readonly kind: "changed"; readonly local: readonly Span[]; readonly cloud: readonly Span[] };

type Text = { readonly title: string; readonly content: string };

export function differenceOf(local: Text, cloud: Text): readonly Row[] {
  return shorten(compareLines(toLines(local), toLines(cloud)));
}

/** The title is the first line. */
function toLines({ title, content }: Text): readonly string[] {
  return [title, ...toText(content).split("\n")].filter((line) => line.trim() !== "");
}

function compareLines(local: readonly string[], cloud: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  let at = 0;
  for (const { buffer1, buffer2 } of diffIndices([...local], [...cloud])) {
    const [from, count] = buffer1;
    const [fromThere, countThere] = buffer2;
    for (const text of local.slice(at, from)) rows.push({ kind: "same", text });
    for (let step = 0; step < Math.max(count, countThere); step += 1) {
      rows.push(compareWords(step < count ? local[from + step] : undefined, step < countThere ? cloud[fromThere + step] : undefined));
    }
    at = from + count;
  }
  for (const text of local.slice(at)) rows.push({ kind: "same", text });
  return rows;
}

function compareWords(local: string | undefined, cloud: string | undefined): Row {
  const [here, there] = [toWords(local ?? ""), toWords(cloud ?? "")];
  // Comparing two paragraphs of a chapter's length would take seconds.
  if (here.length > DIFFERENCE.maxWords || there.length > DIFFERENCE.maxWords) {
    return { kind: "changed", local: toSpans([[local ?? "", true]]), cloud: toSpans([[cloud ?? "", true]]) };
  }
  const mine: (readonly [string, boolean])[] = [];
  const theirs: (readonly [string, boolean])[] = [];
  let [at, atThere] = [0, 0];
  for (const { buffer1, buffer2 } of diffIndices(here, there)) {
    mine.push([here.slice(at, buffer1[0]).join(""), false], [here.slice(buffer1[0], buffer1[0] + buffer1[1]).join(""), true]);
    theirs.push([there.slice(atThere, buffer2[0]).join(""), false], [there.slice(buffer2[0], buffer2[0] + buffer2[1]).join(""), true]);
    at = buffer1[0] + buffer1[1];
    atThere = buffer2[0] + buffer2[1];
  }
  mine.push([here.slice(at).join(""), false]);
  theirs.push([there.slice(atThere).join(""), false]);
  return { kind: "changed", local: toSpans(mine), cloud: toSpans(theirs) };
}

/** Words and runs of white space, bounded for the stack of V8, and every other character by itself, so that text without spaces is compared as well. */
function toWords(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{N}\p{M}_]{1,100000}|\s{1,100000}|[\s\S]/gu,
    ) ?? []
  );
}

/** A space between two changed words is part of the change. */
function toSpans(parts: readonly (readonly [string, boolean])[]): readonly Span[] {
  const spans: Span[] = [];
  const whole = parts.filter(([text]) => text !== "");
  for (const [at, [text, isChanged]] of whole.entries()) {
    const isBetween = !isChanged && text.trim() === "" && whole[at - 1]?.[1] === true && whole[at + 1]?.[1] === true;
    const last = spans.at(-1);
    if (last?.isChanged === (isChanged || isBetween)) spans.splice(-1, 1, { text: last.text + text, isChanged: last.isChanged });
    else spans.push({ text, isChanged: isChanged || isBetween });
  }
  return spans;
}

/** Keeps one paragraph around each change and says how many are between. */
function shorten(rows: readonly Row[]): readonly Row[] {
  const isNear = rows.map((_, at) => rows.slice(Math.max(0, at - 1), at + 2).some(({ kind }) => kind === "changed"));
  const short: Row[] = [];
  let hidden = 0;
  const close = (): void => {
    if (hidden > 0) short.push({ kind: "alike", count: hidden });
    hidden = 0;
  };
  for (const [at, row] of rows.entries()) {
    if (isNear[at] === true) {
      close();
      short.push(row);
    } else hidden += 1;
  }
  close();
  return short;
}
