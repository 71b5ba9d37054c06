// @vitest-environment node
import { describe, expect, it } from "vitest";
import { convertFiles, utf8, zipOf } from "./testing/convert-files.node.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8//8/AwAFAAEKLrTnAAAAAElFTkSuQmCC";
const PNG_MD5 = "5fae300a506d0728745732c6a6bc4e81";
const PNG_BYTES = Uint8Array.from(Buffer.from(PNG, "base64"));

const enex = (...notes: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>\n<en-export>${notes.join("\n")}</en-export>`;
const enexNote = (title: string, body: string, more = ""): string =>
  `<note><title>${title}</title><content><![CDATA[<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${body}</en-note>]]></content><created>20240102T030405Z</created>${more}</note>`;
const resource = (name: string): string =>
  `<resource><data encoding="base64">\n${PNG.slice(0, 40)}\n${PNG.slice(40)}\n</data><mime>image/png</mime><resource-attributes><file-name>${name}</file-name></resource-attributes></resource>`;

describe("importing Evernote exports", () => {
  it("keeps text, lists, checkboxes, code and images in place", async () => {
    const body = `<div>One <b>bold</b></div><div><en-todo checked="true"/>Done</div><div><en-todo/>Open</div><ul><li>a</li><ul><li>b</li></ul></ul><div style="-en-codeblock:true"><div>let a;</div><div>  b</div></div><en-media hash="${PNG_MD5}" type="image/png"/>`;
    const { markdown, notes, sum } = await convertFiles({
      "Work.enex": enex(enexNote("Plan", body, `<tag>home</tag>${resource("dot.png")}`)),
    });
    expect(markdown.get("Plan")).toBe(
      "One **bold**\n\n- [x] Done\n- [ ] Open\n\n<!-- -->\n\n- a\n    - b\n\n```\nlet a;\n  b\n```\n\n![[assets/dot.png]]",
    );
    expect(notes.get("Plan")).toMatchObject({
      folder: ["Work"],
      tags: ["home"],
      createdMs: Date.UTC(2024, 0, 2, 3, 4, 5),
      files: [{ name: "dot.png", sizeBytes: PNG_BYTES.length }],
    });
    expect(sum).toMatchObject({ notes: 1, attachments: 1, kept: 1, isWhole: true });
  });

  it("finds linked notes in other files, by the title in the link", async () => {
    const link =
      '<div><a href="evernote:///view/1/s1/11111111-2222-3333-4444-555555555555/11111111-2222-3333-4444-555555555555/">Two</a></div>';
    const { markdown, items } = await convertFiles({ "A.enex": enex(enexNote("One", link)), "B.enex": enex(enexNote("Two", "x")) });
    expect(markdown.get("One")).toBe("[[Two]]");
    expect(items[0]?.links).toMatchObject([{ kind: "note", target: "B.enex#1" }]);
  });

  it("attaches resources that the text does not show, and reports them", async () => {
    const { markdown, items } = await convertFiles({ "A.enex": enex(enexNote("One", "<div>x</div>", resource("dot.png"))) });
    expect(markdown.get("One")).toBe("x\n\n![[assets/dot.png]]");
    expect(items[0]).toMatchObject({ status: "approximated", remarks: [{ kind: "attachment-unlinked" }] });
  });

  it("imports what a truncated export holds, and reports that it is incomplete", async () => {
    const whole = enex(enexNote("One", "<div>x</div>"), enexNote("Two", "<div>y</div>"));
    const { notes, sum, items } = await convertFiles({ "A.enex": whole.slice(0, whole.indexOf("y</div>") + 1) });
    expect([...notes.keys()]).toEqual(["One", "Two"]);
    expect(items.at(-1)).toMatchObject({ reason: "cut-off" });
    expect(sum.isWhole).toBe(false);
  });

  it.each([
    ["nothing", ""],
    ["another XML", "<html><body>no</body></html>"],
    ["expanding entities", '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><en-export></en-export>'],
    ["noise", "\u0000\u0001\u0002<<<<>>>>&&&&"],
  ])("reports a file that is not an export: %s", async (_name, text) => {
    const { items, sum } = await convertFiles({ "A.enex": text });
    expect(items).toMatchObject([{ source: "A.enex", status: "lost" }]);
    expect(sum.unaccountedFiles).toEqual([]);
  });

  it("keeps encrypted parts unchanged, and reports them", async () => {
    const { markdown, items } = await convertFiles({
      "A.enex": enex(enexNote("One", '<div>a</div><en-crypt hint="pet">RU5DMA==</en-crypt>')),
    });
    expect(markdown.get("One")).toBe("a\n\nEncrypted content (hint: pet):\n\n```\nRU5DMA==\n```");
    expect(items[0]).toMatchObject({ remarks: [{ kind: "encrypted-part", detail: "pet" }] });
  });
});

describe("importing Markdown", () => {
  it("reads a vault: front matter, links, embeds, callouts, formulas, footnotes", async () => {
    const { markdown, notes, sum } = await convertFiles({
      "Plans/One.md":
        "---\ntags: [work, home]\ncreated: 2024-01-02\nstatus: open\n---\nSee [[Two|the other]] and [again](../Two.md).\n\n![[dot.png|50]]\n\n> [!warning] Careful\n> Hot\n\n$E=mc^2$ and a note.[^1]\n\n[^1]: Below.\n",
      "Two.md": "#later Text",
      "files/dot.png": PNG_BYTES,
    });
    expect(markdown.get("One")).toBe(
      "See [[Two|the other]] and [[Two|again]].\n\n![[assets/dot.png|50]]\n\n> [!warning] Careful\n>\n> Hot\n\n$E=mc^2$ and a note.[^1]\n\n[^1]: Below.",
    );
    expect(notes.get("One")).toMatchObject({
      folder: ["Plans"],
      tags: ["work", "home"],
      properties: [["status", "open"]],
      createdMs: Date.UTC(2024, 0, 2),
    });
    expect(notes.get("Two")?.tags).toEqual(["later"]);
    expect(sum).toMatchObject({ notes: 2, attachments: 1, links: { note: 2, unresolved: 0 }, isWhole: true });
  });

  it("keeps the name of a missing file, and attaches files that no note shows", async () => {
    const { markdown, items, sum } = await convertFiles({ "a.md": "![x](gone.png)", "left.pdf": "pdf" });
    expect(markdown.get("a")).toBe("![[gone.png]]");
    expect(items[0]?.remarks).toMatchObject([{ kind: "attachment-missing", status: "lost" }]);
    expect(markdown.get("Files without a note")).toBe("![[assets/left.pdf]]");
    expect(sum.isWhole).toBe(true);
  });

  it("reads other encodings, and reports guesses", async () => {
    const { markdown, items } = await convertFiles({
      "utf16.md": Uint8Array.from(Buffer.from("\ufeffcafé", "utf16le")),
      "old.txt": Uint8Array.from(Buffer.from("caf\u00e9", "latin1")),
    });
    expect([markdown.get("utf16"), markdown.get("old")]).toEqual(["café", "café"]);
    expect(items.map(({ status }) => status).sort()).toEqual(["approximated", "kept"]);
  });

  it("opens the archives inside Notion's archive, and removes its ids from names", async () => {
    const id = "0123456789abcdef0123456789abcdef";
    const inner = zipOf([
      {
        path: `Home ${id}.md`,
        bytes: utf8(`# Home\n\nStatus: open\nTags: a, b\n\n[Sub](Home%20${id}/Sub%20${id.replace("0", "f")}.md)\n`),
      },
      { path: `Home ${id}/Sub ${id.replace("0", "f")}.md`, bytes: utf8("# Sub\n\ntext\n") },
    ]);
    const { notes, markdown } = await convertFiles({ "Export.zip": zipOf([{ path: "Export-Part-1.zip", bytes: inner }]) });
    expect(markdown.get("Home")).toBe("[[Sub]]");
    expect(notes.get("Home")).toMatchObject({ tags: ["a", "b"], properties: [["Status", "open"]] });
    expect(notes.get("Sub")?.folder).toEqual(["Home"]);
  });
});

describe("importing other formats", () => {
  it("reads Google Keep: checklists, labels, pinned, archived, trashed, media", async () => {
    const keep = {
      title: "List",
      listContent: [
        { text: "a", isChecked: true },
        { text: "b", isChecked: false },
      ],
      labels: [{ name: "home" }],
      attachments: [{ filePath: "p.png", mimetype: "image/png" }],
      isPinned: true,
      isArchived: true,
      isTrashed: true,
      userEditedTimestampUsec: 1_700_000_000_000_000,
    };
    const { markdown, notes, sum } = await convertFiles({
      "Takeout/Keep/List.json": JSON.stringify(keep),
      "Takeout/Keep/List.html": "<html></html>",
      "Takeout/Keep/p.png": PNG_BYTES,
    });
    expect(markdown.get("List")).toBe("- [x] a\n- [ ] b\n\n![[assets/p.png]]");
    expect(notes.get("List")).toMatchObject({
      tags: ["home"],
      isPinned: true,
      isArchived: true,
      isTrashed: true,
      modifiedMs: 1_700_000_000_000,
      folder: [],
    });
    expect(sum).toMatchObject({ notes: 1, isWhole: true });
  });

  it("reads Joplin's JEX: nested notebooks, tags, resources, links by id", async () => {
    const ids = {
      note: "1".repeat(32),
      other: "2".repeat(32),
      book: "3".repeat(32),
      sub: "4".repeat(32),
      file: "5".repeat(32),
      tag: "6".repeat(32),
    };
    const item = (title: string, body: string, fields: Readonly<Record<string, string | number>>): string =>
      `${title}\n\n${body}\n\n${Object.entries(fields)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n")}`;
    const jex = tarOf([
      [
        `${ids.note}.md`,
        utf8(
          item("First", `See [it](:/${ids.other})\n\n![](:/${ids.file})`, {
            id: ids.note,
            parent_id: ids.sub,
            user_created_time: "2024-01-02T03:04:05.000Z",
            type_: 1,
          }),
        ),
      ],
      [`${ids.other}.md`, utf8(item("Second", "two", { id: ids.other, parent_id: ids.book, type_: 1 }))],
      [`${ids.book}.md`, utf8(item("Work", "", { id: ids.book, parent_id: "", type_: 2 }))],
      [`${ids.sub}.md`, utf8(item("Plans", "", { id: ids.sub, parent_id: ids.book, type_: 2 }))],
      [`${ids.file}.md`, utf8(item("dot.png", "", { id: ids.file, mime: "image/png", file_extension: "png", type_: 4 }))],
      [`${ids.tag}.md`, utf8(item("urgent", "", { id: ids.tag, type_: 5 }))],
      ["7.md", utf8(item("", "", { id: "7", note_id: ids.note, tag_id: ids.tag, type_: 6 }).trim())],
      [`resources/${ids.file}.png`, PNG_BYTES],
    ]);
    const { markdown, notes, sum } = await convertFiles({ "all.jex": jex });
    expect(markdown.get("First")).toBe("See [[Second|it]]\n\n![[assets/dot.png]]");
    expect(notes.get("First")).toMatchObject({ folder: ["Work", "Plans"], tags: ["urgent"], createdMs: Date.UTC(2024, 0, 2, 3, 4, 5) });
    expect(sum).toMatchObject({ notes: 2, attachments: 1, isWhole: true });
  });

  it("reads unencrypted Standard Notes: nested tags, Super notes, trashed notes", async () => {
    const note = (uuid: string, content: object): object => ({
      uuid,
      content_type: "Note",
      content,
      created_at: "2024-01-02T03:04:05.000Z",
    });
    const superText = JSON.stringify({
      root: {
        children: [
          { type: "heading", tag: "h2", children: [{ type: "text", text: "Head", format: 0 }] },
          {
            type: "list",
            listType: "check",
            children: [{ type: "listitem", checked: true, children: [{ type: "text", text: "a", format: 1 }] }],
          },
        ],
      },
    });
    const backup = {
      version: "004",
      items: [
        note("n1", { title: "Plain", text: "**x**", trashed: true }),
        note("n2", { title: "Super", text: superText, noteType: "super" }),
        { uuid: "t1", content_type: "Tag", content: { title: "work", references: [] } },
        {
          uuid: "t2",
          content_type: "Tag",
          content: {
            title: "plans",
            references: [
              { uuid: "t1", reference_type: "TagToParentTag" },
              { uuid: "n1", content_type: "Note" },
            ],
          },
        },
      ],
    };
    const { markdown, notes } = await convertFiles({ "Standard Notes Backup.txt": JSON.stringify(backup) });
    expect(markdown.get("Super")).toBe("## Head\n\n- [x] **a**");
    expect(notes.get("Plain")).toMatchObject({ tags: ["work/plans"], isTrashed: true });
  });

  it("reads Simplenote, Notesnook, plain text and pages", async () => {
    const simple = {
      activeNotes: [{ id: "a", content: "Title\r\nbody", tags: ["t"], pinned: true }],
      trashedNotes: [{ id: "b", content: "Old" }],
    };
    const nook = {
      version: 6,
      type: "node",
      encrypted: false,
      data: [
        { id: "n", type: "note", title: "Nook", contentId: "c", dateCreated: 1_700_000_000_000 },
        { id: "c", type: "tiptap", data: "<p>hi</p>" },
      ],
    };
    const { markdown, notes } = await convertFiles({
      "notes.json": JSON.stringify(simple),
      "backup.nnbackup": JSON.stringify(nook),
      "plain.txt": "one\n# two",
      "linked.txt": "three",
      "page.html":
        '<html><head><title>Page</title></head><body><h1>Page</h1><p>x <a href="linked.txt">file</a></p><script>bad()</script></body></html>',
    });
    expect(notes.get("Title")).toMatchObject({ tags: ["t"], isPinned: true });
    expect(notes.get("Old")?.isTrashed).toBe(true);
    expect(markdown.get("Nook")).toBe("hi");
    expect(markdown.get("plain")).toBe("one\n\n\\# two");
    expect(markdown.get("Page")).toBe("x ![[assets/linked.txt]]");
  });

  it("reads CSV as one note per row, or as a table", async () => {
    const csv = 'Title,Text\n"A, ""b""","one\ntwo"\nC,\n';
    const rows = await convertFiles({ "t.csv": csv });
    expect(rows.notes.get('A, "b"')?.properties).toEqual([
      ["Title", 'A, "b"'],
      ["Text", "one\ntwo"],
    ]);
    const table = await convertFiles({ "t.csv": csv }, { csvAs: "table" });
    expect(table.markdown.get("t")).toBe('| Title | Text |\n| --- | --- |\n| A, "b" | one<br><br>two |\n| C |  |');
  });

  it("reads Word documents: headings, lists, tables, links, images", async () => {
    const run = (text: string, properties = ""): string => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
    const listed = (text: string, level: number): string =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`;
    const body = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run("Head")}</w:p><w:p>${run("a ")}${run("bold", "<w:rPr><w:b/></w:rPr>")}<w:hyperlink r:id="r1">${run(" link")}</w:hyperlink></w:p>${listed("one", 0)}${listed("in", 1)}<w:tbl><w:tr><w:tc><w:p>${run("c")}</w:p></w:tc><w:tc><w:p>${run("d")}</w:p></w:tc></w:tr></w:tbl><w:p><w:r><w:drawing><a:blip r:embed="r2"/></w:drawing></w:r></w:p>`;
    const docx = zipOf([
      { path: "word/document.xml", bytes: utf8(`<w:document><w:body>${body}</w:body></w:document>`) },
      {
        path: "word/_rels/document.xml.rels",
        bytes: utf8(
          '<Relationships><Relationship Id="r1" Target="https://example.org/" TargetMode="External"/><Relationship Id="r2" Target="media/image1.png"/></Relationships>',
        ),
      },
      {
        path: "word/numbering.xml",
        bytes: utf8(
          '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
        ),
      },
      { path: "word/media/image1.png", bytes: PNG_BYTES },
    ]);
    const { markdown } = await convertFiles({ "Report.docx": docx });
    expect(markdown.get("Report")).toBe(
      "# Head\n\na **bold**[ link](https://example.org/)\n\n- one\n    1. in\n\n|  |  |\n| --- | --- |\n| c | d |\n\n![[assets/image1.png]]",
    );
  });
});

describe("hostile sources", () => {
  it("imports the notes beside a zip bomb", async () => {
    const bombs = [0, 1, 2].map((at) => ({ path: `bomb-${at}.md`, bytes: utf8("x"), claimedBytes: 700_000_000 }));
    const { notes, items } = await convertFiles({ "bomb.zip": zipOf([...bombs, { path: "fine.md", bytes: utf8("fine") }]) });
    expect([...notes.keys()]).toEqual(["fine"]);
    expect(items.filter(({ reason }) => reason === "unpacks-too-large")).toHaveLength(3);
  });

  it("rejects the attacks of a hostile archive, reports each, and keeps the rest", async () => {
    const zip = zipOf([
      { path: "good.md", bytes: utf8("fine") },
      { path: "../../etc/passwd.md", bytes: utf8("no") },
      { path: "bomb.txt", bytes: new Uint8Array(30_000_000) },
      { path: "liar.md", bytes: utf8("x".repeat(5000)), claimedBytes: 3 },
      { path: "CON.md", bytes: utf8("a name") },
      { path: "a/b/c/../d.md", bytes: utf8("no") },
    ]);
    const { markdown, items, sum } = await convertFiles({ "evil.zip": zip });
    expect(markdown.get("good")).toBe("fine");
    expect(markdown.get("CON")).toBe("a name");
    expect(
      items
        .filter(({ kind }) => kind === "file")
        .map(({ title, reason }) => [title, reason])
        .sort(),
    ).toEqual([
      ["bomb.txt", "unpacks-too-large"],
      ["d.md", "path-refused"],
      ["liar.md", "damaged"],
      ["passwd.md", "path-refused"],
    ]);
    expect(sum.unaccountedFiles).toEqual([]);
  });

  it("reads zips with a prefix, and rejects files that overlap or fail their checksum", async () => {
    const zip = zipOf([
      { path: "a.md", bytes: utf8("first note") },
      { path: "b.md", bytes: utf8("second note") },
    ]);
    const { markdown } = await convertFiles({ "self-extracting.zip": Buffer.concat([utf8("a program before it"), zip]) });
    expect([...markdown.values()].sort()).toEqual(["first note", "second note"]);
    const shared = Buffer.from(zip);
    shared.writeUInt32LE(0, shared.indexOf("PK\u0001\u0002", shared.indexOf("PK\u0001\u0002") + 4) + 42);
    expect((await convertFiles({ "s.zip": shared })).items.map(({ title, reason }) => [title, reason])).toContainEqual(["b.md", "damaged"]);
    const changed = Buffer.from(zip);
    changed.writeUInt32LE(1, changed.indexOf("PK\u0001\u0002") + 16);
    expect((await convertFiles({ "c.zip": changed })).items.map(({ title, reason }) => [title, reason])).toContainEqual([
      "a.md",
      "damaged",
    ]);
  });

  it("limits the depth of nested archives", async () => {
    const nest = (depth: number): Uint8Array =>
      depth === 0 ? zipOf([{ path: "deep.md", bytes: utf8("deep") }]) : zipOf([{ path: `n${depth}.zip`, bytes: nest(depth - 1) }]);
    expect((await convertFiles({ "n.zip": nest(2) })).markdown.get("deep")).toBe("deep");
    expect((await convertFiles({ "n.zip": nest(3) })).items).toMatchObject([{ reason: "nested-too-deep" }]);
  });

  it.each([
    ["broken JSON", { "Keep/a.json": '{"isTrashed": false, "title": "x"' }],
    ["no zip", { "a.zip": "PK nothing" }],
    ["a cut zip", { "a.zip": zipOf([{ path: "a.md", bytes: utf8("x") }]).slice(0, 30) }],
    ["no Word document", { "a.docx": "nothing" }],
    ["a broken tar", { "a.jex": "x".repeat(2000) }],
  ])("has a line for %s", async (_name, files) => {
    const { items, notes } = await convertFiles(files);
    expect(notes.size).toBe(0);
    expect(items).toHaveLength(1);
    expect(items[0]?.status).toBe("lost");
  });

  it("reads markup of any depth", async () => {
    const { notes } = await convertFiles({
      "a.html": `${"<div>".repeat(50_000)}x`,
      "b.md": `${"> ".repeat(3000)}x`,
      "c.md": "[".repeat(20_000),
    });
    expect(notes.size).toBe(3);
  });
});

function tarOf(entries: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const parts = entries.flatMap(([path, bytes]) => {
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write("0000644\0", 100);
    header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("        ", 148);
    header.write("0", 156);
    header.write("ustar\u000000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, Buffer.from(bytes), Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return new Uint8Array(Buffer.concat([...parts, Buffer.alloc(1024)]));
}
