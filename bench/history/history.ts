/**
 * `npm run bench -- history [--git DIR]` measures the history of notes beside whole copies: its size on the device and in transfers, its
 * cost per save, and the time to list, open and compare versions. Decision 0027.
 */

import { compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import { addVersions, type RunRow, readRun } from "@satchel/core/library/history/deltas/kept-runs.ts";
import { splitHistory, withHistory } from "@satchel/core/library/history/packs/embedded-history.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { HISTORY } from "@satchel/core/model/limits/history-limits.ts";
import { MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";
import { createTestDevice } from "@satchel/core/testing/test-device.ts";
import { type Figure, medianMs, notMeasured } from "../src/figure.ts";
import { textOf } from "../src/texts.ts";
import { type Keys, makeKeys } from "../sync/clients/keys.ts";
import { makeHistories, type NoteHistory, readGitHistories } from "./edit-history.ts";
import { askPeer } from "./history-peers.ts";

const NOTES = 173;

export async function benchHistory(quick: boolean): Promise<Figure[]> {
  const at = process.argv.indexOf("--git");
  const folder = at === -1 ? undefined : process.argv[at + 1];
  const histories = folder === undefined ? makeHistories(quick ? 30 : NOTES) : readGitHistories(folder);
  const area = "history";
  const versions = histories.reduce((sum, history) => sum + history.length - 1, 0);
  const counts: Figure[] = [{ area, name: `former versions of ${histories.length} notes`, value: versions, unit: "", better: "higher" }];
  return [
    ...counts,
    ...(await benchSizes(histories)),
    await benchRequests(),
    ...(await benchTimes(quick)),
    ...(await benchPeers(histories)),
  ];
}

/** The size of the same edits in other programs, by their own code. A peer that cannot run has a row with the reason. */
async function benchPeers(histories: readonly NoteHistory[]): Promise<Figure[]> {
  const current = histories.reduce((sum, history) => sum + bytesOf(history.at(-1)), 0);
  const own = histories.flatMap((history) => rowsOf(history.slice(0, -1).map(toKeptVersion))).reduce((sum, row) => sum + bytesOf(row), 0);
  const figures: Figure[] = [];
  for (const name of ["Joplin", "Notesnook"] as const) {
    const answer = await askPeer(name, histories);
    const figure = { area: "history", value: own / current, unit: "bytes per byte", better: "lower" } as const;
    if ("problem" in answer) figures.push(notMeasured("history", name, answer.problem));
    else
      figures.push({ ...figure, name: `on the device, beside ${name}`, peer: answer.value.how, peerValue: answer.value.bytes / current });
  }
  return figures;
}

async function benchSizes(histories: readonly NoteHistory[]): Promise<Figure[]> {
  const keys = await makeKeys();
  const sum = { current: 0, rows: 0, whole: 0, file: 0, carrying: 0 };
  for (const history of histories) {
    const current = history.at(-1) as NoteEntity;
    const former = history.slice(0, -1).map(toKeptVersion);
    sum.current += bytesOf(current);
    sum.rows += rowsOf(former).reduce((all, row) => all + bytesOf(row), 0);
    sum.whole += former.reduce((all, { note }) => all + bytesOf(note), 0);
    sum.file += await sealedBytes(keys, current);
    sum.carrying += await sealedBytes(keys, withHistory(current, former));
  }
  const perByte = (bytes: number, of: number) => ({ value: bytes / of, unit: "bytes per byte", better: "lower" }) as const;
  const wholeCopies = { peer: "whole copies", peerValue: sum.whole / sum.current };
  return [
    { area: "history", name: "on the device, per byte of the present note", ...perByte(sum.rows, sum.current), ...wholeCopies },
    { area: "history", name: "in the drive, per byte of the note's file", ...perByte(sum.carrying - sum.file, sum.file), ...wholeCopies },
  ];
}

function rowsOf(versions: readonly KeptVersion[]): readonly RunRow[] {
  const rows = new Map<string, RunRow>();
  for (const version of versions) for (const row of addVersions([...rows.values()], [], [version])) rows.set(row.key, row);
  return [...rows.values()];
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

async function sealedBytes({ codec }: Keys, note: NoteEntity): Promise<number> {
  const sealed = await codec.seal(note);
  if (!sealed.ok) throw new Error(sealed.problem);
  return sealed.value.length;
}

/** Compares a save that creates a version with one that continues the current one. */
async function benchRequests(): Promise<Figure> {
  const device = await createTestDevice("a", new MemoryDrive());
  const made = await device.notes.create({ title: "Note", content: "<p>0</p>" }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  const { noteId } = made.value;
  const requestsOf = async (content: string, pauseMs: number): Promise<number> => {
    device.clock.sleep(pauseMs);
    device.calls.length = 0;
    const opened = await device.notes.open(noteId);
    if (!opened.ok) throw new Error(opened.problem.kind);
    await device.notes.save(noteId, { title: "Note", content }, { seen: { vv: opened.value.vv } });
    await device.sync();
    return device.calls.length;
  };
  await device.sync();
  await requestsOf("<p>1</p>", 1000);
  const without = await requestsOf("<p>2</p>", 1000);
  const withVersion = await requestsOf("<p>3</p>", HISTORY.pauseMs);
  const kept = await device.store.readVersions(noteId);
  if (kept.value.length === 0) throw new Error("The save left no version behind");
  return { area: "history", name: "requests of its own, per save", value: withVersion - without, unit: "requests", better: "lower" };
}

async function benchTimes(quick: boolean): Promise<Figure[]> {
  const runs = quick ? 3 : 9;
  const typical = versionsOf(textOf(4000), 200);
  const long = versionsOf(textOf(1_000_000), HISTORY.versionsInRun);
  const [rows, longRows] = [rowsOf(typical.map(toKeptVersion)), rowsOf(long.map(toKeptVersion))];
  const halfRow = rowsOf(long.slice(0, HISTORY.versionsInRun / 2).map(toKeptVersion));
  const [newest, before] = [long.at(-1) as NoteEntity, long.at(-2) as NoteEntity];
  const file = JSON.stringify(withHistory(typical.at(-1) as NoteEntity, typical.map(toKeptVersion)));
  const time = async (name: string, work: () => unknown): Promise<Figure> => ({
    area: "history",
    name,
    value: await medianMs(runs, work),
    unit: "ms",
    better: "lower",
  });
  return [
    await time("list 200 versions of a note of 4 KB", () => rows.map(({ run }) => readRun(run))),
    await time("open the last of 20 versions of a note of 1 MB", () => longRows.map(({ run }) => readRun(run).at(-1))),
    await time("compare two versions of a note of 1 MB", () => compareTexts(before, newest)),
    await time("keep a version of a note of 1 MB", () => addVersions(halfRow, [], [toKeptVersion(newest)])),
    await time("read a file with 200 versions of a note of 4 KB", () => splitHistory(JSON.parse(file))),
  ];
}

/** Each version has a few words changed in some places. */
function versionsOf(html: string, count: number): readonly NoteEntity[] {
  const [first] = makeHistories(1)[0] ?? [];
  const words = [...html.matchAll(/(?<= )[a-z]{4,}(?= )/g)];
  return Array.from({ length: count }, (_, at) => {
    let content = html;
    for (let spot = 0; spot < 3; spot += 1) {
      const { 0: word, index } = words[(at * 131 + spot * 977) % words.length] as RegExpMatchArray & { index: number };
      content = `${content.slice(0, index)}${"x".repeat(word.length)}${content.slice(index + word.length)}`;
    }
    const dot = { Qx7Kd2: at + 1 };
    return { ...(first as NoteEntity), content, vv: dot, alive: dot, mtime: 1_704_067_200_000 + at * 600_000 };
  });
}
