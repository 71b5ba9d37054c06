/**
 * Exports of Joplin, Notesnook and Standard Notes that were made to do harm: paths that leave the folder, links, entries without end, key
 * parameters, and lists that take long. Each also has one honest note, which must arrive. docs/decisions/0011.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runConvert } from "@satchel/web/convert/run-convert.node.ts";
import { convertFiles, type Files, utf8, zipOf } from "../../packages/web/src/convert/testing/convert-files.node.ts";
import { type Attack, closed, open } from "../attack.ts";

const MIB = 1_048_576;
const MANY = 100_000;
const MANY_ENTRIES = 5000;
/** Milliseconds. Each archive takes a few seconds of an idle core at most. */
const MOST_MS = 60_000;
const PATHS = [
  "../../up.md",
  "/rooted.md",
  "C:\\disk.md",
  "C:disk.md",
  "..\\..\\up.md",
  "a/../../up.md",
  "nul\0.md",
  "\\\\host\\share.md",
  "con.md",
];
const TITLES = ["../../up", "/rooted", "C:\\disk", "..", "nul\0", "a/../../../up"];
const NOTE_ID = "0".repeat(31);
const HONEST = "Honest";

export const attack: Attack = {
  line: 34,
  title: "exports of other programs that were made to do harm",
  measuresTime: true,
  async run({ defer }) {
    const failures: string[] = [];
    for (const [name, { files, password }] of Object.entries({ ...joplin(), ...notesnook(), ...standardNotes() })) {
      const began = performance.now();
      const { notes, items } = await convertFiles(files, password === undefined ? {} : { password });
      const ms = performance.now() - began;
      if (ms > MOST_MS) failures.push(`${name}: ${Math.round(ms / 1000)} s`);
      if (!notes.has(HONEST) && password === undefined) failures.push(`${name}: the honest note is lost`);
      const broken = items.find(({ key }) => key.startsWith("("));
      if (broken !== undefined) failures.push(`${name}: a reader broke: ${broken.key}`);
    }
    failures.push(...(await outsideFolder(defer)));
    return failures.length === 0
      ? closed("every archive was read or refused, and nothing was written beside the folder")
      : open(failures.join("; "));
  },
};

type Archive = { readonly files: Files; readonly password?: string };

function joplin(): Readonly<Record<string, Archive>> {
  const honest = entry(`${NOTE_ID}1.md`, joplinItem(`${NOTE_ID}1`, HONEST));
  const large = [header({ name: "2.md", sizeBytes: 257 * MIB }), ...Array.from({ length: 257 }, () => MEBIBYTE)];
  const tagged = Array.from({ length: MANY_ENTRIES }, (_, at) =>
    entry(`t${at}.md`, `id: t${at}\nnote_id: ${NOTE_ID}1\ntag_id: t\ntype_: 6`),
  );
  const notebooks = ["a", "b"].map((id) => entry(`${id}.md`, `Ring\n\nid: ${id}\nparent_id: ${id === "a" ? "b" : "a"}\ntype_: 2`));
  return {
    "a text of 257 MiB": { files: { "a.jex": tar([honest, large]) } },
    "a size of 2^88": { files: { "a.jex": tar([honest, [header({ name: "3.md", sizeBytes: Number.POSITIVE_INFINITY })]]) } },
    "links and devices": {
      files: { "a.jex": tar([honest, ...["1", "2", "3", "4", "6"].map((type) => [header({ name: "l.md", type, link: "/etc/passwd" })])]) },
    },
    "a name of 1 MiB": {
      files: { "a.jex": tar([honest, [header({ name: "long", type: "L", sizeBytes: MIB }), MEBIBYTE], entry("x", "x")]) },
    },
    "two entries of one name": { files: { "a.jex": tar([honest, entry(`${NOTE_ID}1.md`, joplinItem(`${NOTE_ID}1`, "Other"))]) } },
    "5,000 tags of one note": { files: { "a.jex": tar([honest, ...tagged]) } },
    "notebooks in a ring": { files: { "a.jex": tar([...notebooks, entry("n.md", joplinItem("n", HONEST, "parent_id: a\n"))]) } },
  };
}

function notesnook(): Readonly<Record<string, Archive>> {
  const note = { id: "n1", type: "note", title: HONEST, contentId: "c1" };
  const content = { id: "c1", type: "tiptap", noteId: "n1", data: '<p>x</p><img data-hash="aa" data-filename="p.png"/>' };
  const relations = Array.from({ length: MANY }, (_, at) => ({ id: `r${at}`, type: "relation", fromType: "tag", fromId: "t", toId: "n1" }));
  const ring = [
    ["a", "b"],
    ["b", "a"],
    ["a", "n1"],
  ].map(([fromId, toId], at) => ({ id: `q${at}`, type: "relation", fromType: "notebook", fromId, toId }));
  const file = (chunkSize: unknown) => ({
    id: "f",
    type: "attachment",
    hash: "aa",
    filename: "p.png",
    chunkSize,
    iv: "AA",
    key: { cipher: "AA", iv: "AA" },
  });
  const backup = (items: readonly object[], more: object = {}) =>
    JSON.stringify({ version: 6.1, type: "web", date: 1, data: items, ...more });
  const zipped = (items: readonly object[]) => ({
    "b.nnbackupz": zipOf([
      { path: ".nnbackup", bytes: utf8("") },
      { path: `0-plain-${"ab".repeat(16)}`, bytes: utf8(backup(items)) },
      { path: "attachments/.attachments_key", bytes: utf8('{"key":"AA"}') },
      { path: "attachments/aa", bytes: new Uint8Array(1000) },
      ...PATHS.map((path) => ({ path, bytes: utf8("# up") })),
    ]),
  });
  const chunks = [0, -17, -1, 0.1, 1e300, "x", null].map(
    (size) => [`chunks of ${size}`, { files: zipped([note, content, file(size)]) }] as const,
  );
  const sealed = (data: object) => ({
    files: { "b.nncryptobackup": backup([], { data, encrypted: true, compressed: true }) },
    password: "x",
  });
  const wrongParts = { cipher: "AA", iv: "A".repeat(32), salt: "AA" };
  return {
    ...Object.fromEntries(chunks),
    "100,000 relations of one note": { files: { "b.nnbackup": backup([note, content, ...relations]) } },
    "Notesnook's notebooks in a ring": { files: { "b.nnbackup": backup([note, content, ...ring]) } },
    "gzip of 300 MiB": { files: { "b.nnbackup": backup([], { data: bomb(), compressed: true }) }, password: "" },
    "a key that costs a terabyte": sealed({ ...wrongParts, salt: "A".repeat(22), alg: "xcha-argon2i13-7", iterations: 1e9, memory: 1e12 }),
    "a salt of 2 bytes": sealed(wrongParts),
    "a salt of 1 MB": sealed({ ...wrongParts, salt: "A".repeat(MIB) }),
    "numbers in place of texts": sealed({ cipher: 1, iv: {}, salt: [] }),
  };
}

function standardNotes(): Readonly<Record<string, Archive>> {
  const note = { uuid: "n1", content_type: "Note", content: { title: HONEST, text: "x" } };
  const tag = (id: string, parent: string) => ({
    uuid: id,
    content_type: "Tag",
    content: { title: id, references: [{ uuid: parent, reference_type: "TagToParentTag" }, { uuid: "n1" }] },
  });
  const many = {
    uuid: "t",
    content_type: "Tag",
    content: { title: "t", references: Array.from({ length: MANY }, () => ({ uuid: "n1" })) },
  };
  const file = (items: readonly unknown[], more: object = {}) => ({ "backup.txt": JSON.stringify({ version: "004", items, ...more }) });
  const sealed = (keyParams: object, content: string = "004:AA:AA:AA") => ({
    files: file([{ uuid: "k", content_type: "SN|ItemsKey", content, enc_item_key: content }], { keyParams }),
    password: "x",
  });
  const honestParams = { version: "004", identifier: "a@example.org", pw_nonce: "ab" };
  return {
    "tags in a ring": { files: file([note, tag("a", "b"), tag("b", "a")]) },
    "a tag with 100,000 references": { files: file([note, many]) },
    "items that are none": { files: file([null, 1, "x", [], { content: {} }, note]) },
    "version 003 with 2^53 rounds": sealed({ version: "003", identifier: "a", pw_nonce: "b", pw_cost: 2 ** 53 }),
    "version 004 with costs of its own": sealed({ ...honestParams, pw_cost: 1e9, memory: 1e12, iterations: 1e9 }),
    "a nonce of 8 MB": sealed({ ...honestParams, pw_nonce: "a".repeat(8 * MIB) }),
    "8 MB of colons": sealed(honestParams, `004${":".repeat(8 * MIB)}`),
  };
}

const bomb = (): string => gzipSync(Buffer.alloc(300 * MIB, 0x20), { level: 1 }).toString("base64");

/** Converts archives with hostile paths and titles to files, and looks at what was written around the folder. */
async function outsideFolder(defer: (end: () => Promise<void>) => void): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "satchel-attack-"));
  defer(() => rm(folder, { recursive: true, force: true }));
  const notes = [...TITLES, HONEST].map((title, at) => entry(`${NOTE_ID}${at}.md`, joplinItem(`n${at}`, title, "parent_id: up\n")));
  const parent = entry("up.md", "../../..\n\nid: up\ntype_: 2");
  const strays = PATHS.map((path) => entry(path, joplinItem("stray", "stray")));
  const sources: Readonly<Record<string, Uint8Array>> = {
    "a.jex": tar([parent, ...notes, ...strays]),
    "b.zip": zipOf([...PATHS, "ok.md"].map((path) => ({ path, bytes: utf8("# a note\n") }))),
  };
  const failures: string[] = [];
  for (const [name, bytes] of Object.entries(sources)) {
    const base = join(folder, name, "deep", "er");
    const [source, out, report] = [join(folder, name.replace(".", "-source.")), join(base, "out"), join(folder, `${name}.json`)];
    await writeFile(source, bytes);
    await runConvert([source, "--to", "markdown", "--out", out, "--report", report], () => undefined);
    const beside = (await readdir(join(folder, name), { recursive: true })).filter(
      (path) => !/^deep(?:\/er(?:\/out(?:\/.*)?)?)?$/.test(path),
    );
    if (beside.length > 0) failures.push(`${name}: written outside: ${beside.join(", ")}`);
    const { items } = JSON.parse(await readFile(report, "utf8")) as {
      readonly items: readonly { readonly why: readonly { kind: string }[] }[];
    };
    const refused = items.filter(({ why }) => why.some(({ kind }) => kind === "path-refused")).length;
    if (refused < 6) failures.push(`${name}: ${refused} paths refused`);
  }
  return failures;
}

const MEBIBYTE = new Blob([new Uint8Array(MIB).fill(0x61)]);

type Header = { readonly name: string; readonly sizeBytes?: number; readonly type?: string; readonly link?: string };

/** A header as in ustar. A size that is not finite is written in base 256 with every byte set. */
function header({ name, sizeBytes = 0, type = "0", link = "" }: Header): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(512);
  bytes.write(name, 0, 100);
  bytes.write("0000644\0", 100);
  if (Number.isFinite(sizeBytes)) bytes.write(`${sizeBytes.toString(8).padStart(11, "0")}\0`, 124);
  else bytes.fill(0xff, 124, 136);
  bytes.write("        ", 148);
  bytes.write(type, 156);
  bytes.write(link, 157, 100);
  bytes.write("ustar\x0000", 257);
  const sum = bytes.reduce((all, byte) => all + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return new Uint8Array(bytes);
}

type TarParts = readonly BlobPart[];

function entry(name: string, text: string): TarParts {
  const bytes = utf8(text);
  return [header({ name, sizeBytes: bytes.length }), bytes as Uint8Array<ArrayBuffer>, new Uint8Array((512 - (bytes.length % 512)) % 512)];
}

/** Parts that are blobs repeat without taking memory; all others are joined, because reading a blob takes longer the more parts it has. */
function tar(entries: readonly TarParts[]): Uint8Array {
  const parts = entries.flat();
  const bytes = parts.filter((part) => part instanceof Uint8Array);
  const end = new Uint8Array(1024);
  if (bytes.length === parts.length) return new Uint8Array(Buffer.concat([...bytes, end]));
  return new Blob([...parts, end]) as unknown as Uint8Array;
}

function joplinItem(id: string, title: string, more = ""): string {
  return `${title}\n\ntext\n\nid: ${id}\n${more}created_time: 2020-01-01T00:00:00.000Z\ntype_: 1`;
}
