// @vitest-environment node
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBlobSource } from "../adapters/archive/format/byte-source.ts";
import { openZip } from "../adapters/archive/zip/zip-reader.ts";
import { runConvert } from "./run-convert.node.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-test-"));
  mkdirSync(join(folder, "vault", "Plans"), { recursive: true });
  writeFileSync(join(folder, "vault", "Plans", "One.md"), "See [[Two]].\n\n![[dot.png]]");
  writeFileSync(join(folder, "vault", "Two.md"), "text");
  writeFileSync(join(folder, "vault", "dot.png"), "png");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...parts: readonly string[]): string => join(folder, ...parts);

async function convert(...args: readonly string[]) {
  const lines: string[] = [];
  const code = await runConvert([at("vault"), ...args, "--report", at("report.json")], (line) => lines.push(line));
  return { code, lines };
}

describe("npm run convert", () => {
  it("writes a vault, and a report whose counts match the source", async () => {
    expect(await convert("--to", "markdown", "--out", at("out"))).toMatchObject({ code: 0 });
    expect(readFileSync(at("out", "Plans", "One.md"), "utf8")).toMatch(/See \[\[Two\]\]\.\n\n!\[\[assets\/dot\.png\]\]\n$/);
    expect(readFileSync(at("out", "assets", "dot.png"), "utf8")).toBe("png");
    const report = JSON.parse(readFileSync(at("report.json"), "utf8"));
    expect(report).toMatchObject({ to: "markdown", sum: { items: 2, kept: 2, lost: 0, isWhole: true } });
    expect(report.items[0].attachments[0].sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("separates folders with the same name, and reports what is not a file", async () => {
    for (const [name, text] of [
      ["a", "1"],
      ["b", "22"],
    ] as const) {
      mkdirSync(at(name, "notes"), { recursive: true });
      writeFileSync(at(name, "notes", "n.md"), "![](dot.png)");
      writeFileSync(at(name, "notes", "dot.png"), text);
    }
    symlinkSync("/nowhere", at("b", "notes", "link.md"));
    const args = [at("a", "notes"), at("b", "notes"), "--to", "json", "--out", at("notes.json"), "--report", at("report.json")];
    expect(await runConvert(args, () => undefined)).toBe(0);
    const { notes } = JSON.parse(readFileSync(at("notes.json"), "utf8"));
    expect(notes).toMatchObject([
      { folder: "notes", attachments: [{ size: 1 }] },
      { folder: "notes (2)", attachments: [{ size: 2 }] },
    ]);
    const { items } = JSON.parse(readFileSync(at("report.json"), "utf8"));
    expect(items[0]).toMatchObject({ source: "notes (2)/link.md", status: "lost" });
  });

  it("writes and reads JSON whose text has the words of links, with properties", async () => {
    mkdirSync(at("words"));
    writeFileSync(at("words", "a.md"), "---\nsource: https://example.org/x\ntags: [t]\n---\nSee [[b|**that** one]].");
    writeFileSync(at("words", "b.md"), "text");
    expect(await runConvert([at("words"), "--to", "json", "--out", at("one.json")], () => undefined)).toBe(0);
    expect(await runConvert([at("one.json"), "--to", "json", "--out", at("two.json")], () => undefined)).toBe(0);
    for (const name of ["one.json", "two.json"]) {
      const { notes } = JSON.parse(readFileSync(at(name), "utf8"));
      expect(notes[0].html).toMatch(/^<p>See <a data-note-id="[^"]+">\*\*that\*\* one<\/a>\.<\/p>$/);
      expect(notes[0]).toMatchObject({
        tags: ["t"],
        properties: { source: "https://example.org/x" },
        links: [{ kind: "note", title: "b" }],
      });
    }
  });

  it("writes JSON with links, hashes and both forms of the text", async () => {
    expect(await convert("--to", "json", "--out", at("notes.json"))).toMatchObject({ code: 0 });
    const { notes } = JSON.parse(readFileSync(at("notes.json"), "utf8"));
    expect(notes[0].html).toMatch(/See <a data-note-id="[^"]+">Two<\/a>\./);
    expect(notes[0]).toMatchObject({
      title: "One",
      folder: "Plans",
      links: [{ kind: "note", title: "Two" }],
      attachments: [{ name: "dot.png", size: 3 }],
    });
    expect(notes[0].html).toContain("<a data-note-id=");
  });

  it("writes a site that links its pages and files", async () => {
    expect(await convert("--to", "html", "--out", at("site"))).toMatchObject({ code: 0 });
    expect(readFileSync(at("site", "index.html"), "utf8")).toContain('<a href="Plans/One.html">One</a>');
    const page = readFileSync(at("site", "Plans", "One.html"), "utf8");
    expect(page).toContain('<a href="../Two.html" data-note="">Two</a>');
    expect(page).toContain('src="../assets/dot.png" data-file="dot.png"');
    expect(existsSync(at("site", "search-data.js"))).toBe(true);
  });

  it("writes a backup with notes, folders and files", async () => {
    expect(await convert("--to", "satchel-backup", "--out", at("backup.zip"))).toMatchObject({ code: 0 });
    const zip = await openZip(createBlobSource(new Blob([readFileSync(at("backup.zip"))])));
    const paths = zip.ok ? zip.value.files.map(({ path }) => path) : [];
    expect(paths).toEqual(expect.arrayContaining(["metadata.json", "notes.json", "folders.json", "attachments.json", "manifest.json"]));
    expect(paths.some((path) => path.startsWith("attachments/") && path.endsWith("/dot.png"))).toBe(true);
  });

  it("reads our own backup with links, images and folders", async () => {
    await convert("--to", "satchel-backup", "--out", at("backup.zip"));
    expect(await runConvert([at("backup.zip"), "--to", "json", "--out", at("again.json")], () => undefined)).toBe(0);
    const { notes } = JSON.parse(readFileSync(at("again.json"), "utf8"));
    expect(notes).toMatchObject([
      { title: "One", folder: "Plans", links: [{ kind: "note", title: "Two" }], markdown: "See [[Two]].\n\n![[assets/dot.png]]" },
      { title: "Two", folder: "", markdown: "text" },
    ]);
  });

  it("explains an invalid command", async () => {
    expect(await convert("--to", "pdf", "--out", at("x"))).toMatchObject({ code: 2 });
    const lines: string[] = [];
    expect(await runConvert([at("none"), "--to", "json", "--out", at("x")], (line) => lines.push(line))).toBe(2);
    expect(lines[0]).toContain("does not exist");
  });
});
