/**
 * `npm run convert`: converts exports of other programs to a backup, a Markdown vault, a site or JSON, with a report whose counts match the
 * source.
 */
import { appendFileSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportSink, NoteWriter } from "@satchel/core/transfer/export/note-writer.ts";
import type { SourceOther } from "@satchel/core/transfer/import/model/source-item.ts";
import { isSystemFile } from "@satchel/core/transfer/import/model/source-path.ts";
import { browserClock } from "../adapters/browser/environment.ts";
import { createNoteWriter } from "../adapters/export/create-note-writer.ts";
import type { ChosenBlob } from "../adapters/import/open-source.ts";
import { siteText } from "../text/transfer/export-site.ts";
import { reasonSentence, remarkSentence } from "../text/transfer/import-report.ts";
import { type ConvertOrder, parseConvertOrder, USAGE } from "./arguments.node.ts";
import { createBackupWriter } from "./backup-writer.node.ts";
import { type ConvertResult, convertSources } from "./convert-run.node.ts";
import { type ChosenFiles, chosenFiles } from "./node-source.node.ts";

const [WHOLE, NOT_WHOLE, USAGE_ERROR] = [0, 1, 2];

export async function runConvert(args: readonly string[], print: (line: string) => void): Promise<number> {
  const order = parseConvertOrder(args);
  if (typeof order === "string") {
    print(`${order}\n${USAGE}`);
    return USAGE_ERROR;
  }
  const chosen = await chooseSources(order.sources);
  if (typeof chosen === "string") {
    print(chosen);
    return USAGE_ERROR;
  }
  const password = order.passwordFile === undefined ? undefined : readFileSync(order.passwordFile, "utf8").replace(/\r?\n$/, "");
  const result = await convertSources(chosen.blobs, await writerFor(order), {
    csvAs: order.csvAs,
    unknownAs: order.unknownAs,
    failures: chosen.failures,
    ...(password === undefined ? {} : { password }),
  });
  writeReport(order, result);
  print(summaryLine(result));
  return result.sum.isWhole && result.sum.notes > 0 ? WHOLE : NOT_WHOLE;
}

async function chooseSources(paths: readonly string[]): Promise<ChosenFiles | string> {
  const blobs: ChosenBlob[] = [];
  const failures: SourceOther[] = [];
  const prefixFor = createPrefixes();
  for (const path of paths) {
    const found = await chosenFiles(path);
    if (found === undefined) return `${path} does not exist.`;
    const prefix = paths.length > 1 && found.blobs.length > 1 ? prefixFor(basename(resolve(path))) : "";
    for (const each of found.blobs) blobs.push({ ...each, path: `${prefix}${each.path}` });
    for (const each of found.failures) failures.push({ ...each, path: `${prefix}${each.path}`, key: `${prefix}${each.key}` });
  }
  return { blobs: blobs.filter(({ path, blob }) => blob.size > 0 || !isSystemFile(path)), failures };
}

/** Prefixes files with their folder's name, so that equal paths stay apart; repeated names get a number. */
function createPrefixes(): (name: string) => string {
  const uses = new Map<string, number>();
  return (name) => {
    const count = (uses.get(name) ?? 0) + 1;
    uses.set(name, count);
    return count === 1 ? `${name}/` : `${name} (${count})/`;
  };
}

/** A format that is one file is written to the output path; other formats write into a folder. */
async function writerFor({ to, out }: ConvertOrder): Promise<NoteWriter> {
  if (to === "satchel-backup") return createBackupWriter(out, browserClock.now());
  const isFile = to === "json" || to === "jex";
  const name = basename(out).replace(/\.[a-z]+$/i, "");
  return createNoteWriter(to, createFolderSink(isFile ? dirname(out) : out), { name, labels: siteText });
}

function writeReport({ report, sources, to }: ConvertOrder, { items, sum }: ConvertResult): void {
  if (report === undefined) return;
  const lines = items.map(({ remarks, reason, ...item }) => ({
    ...item,
    why: [
      ...remarks.map((remark) => ({ kind: remark.kind, status: remark.status, count: remark.count, sentence: remarkSentence(remark) })),
      ...(reason === undefined ? [] : [{ kind: reason, status: item.status, count: 1, sentence: reasonSentence(reason) }]),
    ],
  }));
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, `${JSON.stringify({ format: "satchel-import-report", version: 1, sources, to, sum, items: lines }, null, 1)}\n`);
}

function summaryLine({ sum }: ConvertResult): string {
  const { notes, items, kept, approximated, lost, attachments, links } = sum;
  const linkCount = links.note + links.web + links.unresolved;
  const first = `${notes} notes, ${attachments} attachments, ${linkCount} links. ${items} items: ${kept} kept, ${approximated} approximated, ${lost} lost.`;
  return sum.isWhole ? first : `${first} The sum is not whole: see the report.`;
}

/** Appends each write to its file instead of keeping it open, because there may be as many files as folders. */
function createFolderSink(folder: string): ExportSink {
  mkdirSync(folder, { recursive: true });
  const prepare = (path: string): string => {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  return {
    text: async (path, text) => writeFileSync(prepare(path), text),
    bytes: (path, bytes) => pipeline(Readable.from(bytes), createWriteStream(prepare(path))),
    open(path) {
      const target = prepare(path);
      writeFileSync(target, "");
      return { write: async (piece) => appendFileSync(target, piece), close: async () => undefined };
    },
  };
}
