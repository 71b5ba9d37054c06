/** Bounds on the records of a backup's history, for what is read and for what is written. Decision 0027. */
import { describe, expect, it } from "vitest";
import { hashText } from "../../model/entities/entity-ids.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import { RUN } from "../../model/limits/history-limits.ts";
import { aNote } from "../../testing/entities.ts";
import { parseHistoryRecord, toHistoryRecords, versionsOfRecord } from "./history-records.ts";

const ID = aNote({}).id;

/** A whole version and as many after it, each with one more letter: correct in every sum, and a few bytes each. */
function growingRun(chars: number, count: number) {
  let content = "m".repeat(chars);
  const first = aNote({ content, vv: { dev: 1 }, mtime: 1 });
  const next = Array.from({ length: count }, (_, at) => {
    content += "n";
    return { set: { vv: { dev: at + 2 }, mtime: at + 2 }, edits: [content.length - 1, 0, "n"], sum: hashText(content) };
  });
  return { id: "one", noteId: ID, run: { first, next } };
}

/** Not the record itself: a failure would print millions of characters. */
const isRead = (record: unknown) => parseHistoryRecord(record) !== undefined;

describe("B4 bounds of a history record", () => {
  it("refuses a run of 2,500 one-letter changes to a long text", () => {
    expect(isRead(growingRun(10_000, 2500))).toBe(false);
  });

  it("refuses a run whose versions unpack to more than the bound", () => {
    const { run, ...record } = growingRun(10, 2);
    const first = { ...run.first, content: "m".repeat(RUN.maxUnpackedChars / 3 + 1) };
    const next = run.next.map((delta) => ({ ...delta, edits: [0, 0, "n"] }));

    expect(isRead({ ...record, run: { first, next } })).toBe(false);
    expect(isRead({ ...record, run: { first: { ...first, content: first.content.slice(20) }, next } })).toBe(true);
  });

  it("refuses a run in which one change repeats a text beyond the longest one", () => {
    const { run, ...record } = growingRun(10, 1);
    const next = [{ ...run.next[0], edits: Array.from({ length: 8 }, () => [0, 0, "n".repeat(9_000_000)]).flat() }];

    expect(isRead({ ...record, run: { first: run.first, next } })).toBe(false);
  });

  it("counts what unpacks before a change that does not fit", () => {
    const { run, ...record } = growingRun(10, 4);
    const first = { ...run.first, content: "m".repeat(RUN.maxUnpackedChars / 4 + 1) };
    const next = run.next.map((delta, at) => ({ ...delta, edits: at === 3 ? [0, 1e15, ""] : [0, 0, "n"] }));

    expect(isRead({ ...record, run: { first, next } })).toBe(false);
  });

  it("reads a run with as many versions as one is written with", () => {
    const record = parseHistoryRecord(growingRun(1000, RUN.maxVersions - 1));

    expect(record && versionsOfRecord(record)).toHaveLength(RUN.maxVersions);
  });

  it("writes every version of a long note into records that are read again", () => {
    const text = "<p>heron</p>".repeat(250_000);
    const versions = Array.from({ length: 30 }, (_, at) =>
      toKeptVersion(aNote({ content: `${text}<p>${at}</p>`, vv: { dev: at + 1 }, mtime: at + 1 })),
    );

    const records = toHistoryRecords(ID, versions).map((record) => parseHistoryRecord(JSON.parse(JSON.stringify(record))));

    expect(records.length).toBeGreaterThan(2);
    const read = records.flatMap((record) => (record === undefined ? [] : versionsOfRecord(record)));
    expect(read.map(({ key }) => key)).toEqual(versions.map(({ key }) => key));
    const charsOf = (all: readonly KeptVersion[]) => all.reduce((sum, { note }) => sum + note.content.length, 0);
    for (const record of records) expect(charsOf(record ? versionsOfRecord(record) : [])).toBeLessThanOrEqual(RUN.fullChars);
  });
});
