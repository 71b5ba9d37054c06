// @vitest-environment node
import { describe, expect, it } from "vitest";
import { convertFiles } from "./testing/convert-files.node.ts";

const PNG_BYTES = Uint8Array.from(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8//8/AwAFAAEKLrTnAAAAAElFTkSuQmCC", "base64"),
);
const enex = (body: string, more = ""): string =>
  `<en-export><note><title>One</title><content><![CDATA[<en-note>${body}</en-note>]]></content>${more}</note></en-export>`;

async function remarksOf(files: Parameters<typeof convertFiles>[0]): Promise<readonly string[]> {
  const { items } = await convertFiles(files);
  return items.flatMap(({ remarks }) => remarks.map(({ kind }) => kind));
}

describe("importing links of a vault", () => {
  it("keeps the heading of a link, and embeds of other notes", async () => {
    const { markdown, items } = await convertFiles({
      "a.md": "[[b#Part|there]], [c](b.md#Part), ![[b]], ![[b#Part]], [[#Here]]",
      "b.md": "## Part",
    });
    expect(markdown.get("a")).toBe("[[b#Part|there]], [[b#Part|c]], ![[b]], ![[b#Part]], [[#Here]]");
    expect(items[0]?.remarks.map(({ kind }) => kind)).toEqual(["embed-as-link", "embed-as-link", "link-inside"]);
  });

  it("finds a note by the end of its path if the vault is a subfolder", async () => {
    const { items } = await convertFiles({ "v/a/Same.md": "[[b/Same]]", "v/b/Same.md": "x" });
    expect(items[0]?.links).toMatchObject([{ kind: "note", target: "v/b/Same.md" }]);
  });

  it("keeps the target of a link whose note is missing", async () => {
    const { markdown } = await convertFiles({ "a.md": "[[gone|shown]] and ![[gone]]" });
    expect(markdown.get("a")).toBe("[[gone|shown]] and ![[gone]]");
  });

  it("removes links that run scripts", async () => {
    const { markdown } = await convertFiles({ "a.html": '<a href="javascript:alert(1)">words</a>' });
    expect(markdown.get("a")).toBe("words");
  });
});

describe("importing parts of exports", () => {
  it("reads the text of an Evernote note without an export around it", async () => {
    const { markdown, notes, sum } = await convertFiles({
      "list.enex":
        '<?xml version="1.0"?>\n<en-note><ul style="--en-todo:true"><li style="--en-checked:true"><div>One</div></li></ul></en-note>',
      "other.enex": "<html><p>no note</p></html>",
    });
    expect(markdown.get("list")).toBe("- [x] One");
    expect(notes.get("list")?.folder).toEqual([]);
    expect(sum).toMatchObject({ notes: 1, lost: 1, isWhole: true });
  });

  it("counts the links in hidden text", async () => {
    const page = '<p>shown</p><div style="display:none"><a href="https://example.org/a">a</a><a href="https://example.org/b">b</a></div>';
    const { items } = await convertFiles({ "a.html": page });
    expect(items[0]?.remarks).toMatchObject([
      { kind: "hidden-dropped", count: 1 },
      { kind: "hidden-link", count: 2, status: "lost" },
    ]);
  });
});

describe("importing numbered checklists", () => {
  it("keeps both numbers and boxes of Evernote's and Markdown's lists", async () => {
    const list = (item: string): string => `<ol start="3" style="--en-todo:true">${item}</ol>`;
    const { notes, markdown, items } = await convertFiles({
      "a.enex": enex(list('<li style="--en-checked:true">done</li><ul><li>in</li></ul><li style="--en-checked:false">open</li>')),
      "b.md": "1. [ ] one\n2. plain\n3. [x] three",
    });
    expect(markdown.get("One")).toBe("3. [x] done\n    - in\n4. [ ] open");
    expect(markdown.get("b")).toBe("1. [ ] one\n2. plain\n3. [x] three");
    expect(notes.get("b")?.doc.content.map(({ type }) => type)).toEqual(["orderedList"]);
    expect(items.flatMap(({ remarks }) => remarks)).toEqual([]);
  });
});

describe("importing Markdown of several programs", () => {
  it("keeps a note's aliases as a property", async () => {
    const { notes, items } = await convertFiles({ "a.md": "---\naliases: [Other, Third]\n---\nText", "b.md": "[[Third]]" });
    expect(notes.get("a")?.properties).toEqual([["aliases", "Other, Third"]]);
    expect(items[1]?.links).toMatchObject([{ kind: "note", target: "a.md" }]);
  });

  it("reads strokes below a line as a rule in Ulysses, and as a heading elsewhere", async () => {
    const { markdown } = await convertFiles({
      "a.textbundle/text.md": "line\n---- \nmore",
      "a.textbundle/info.json": '{"version":2,"creatorIdentifier":"com.ulyssesapp.mac"}',
      "b.md": "line\n----\nmore",
    });
    expect(markdown.get("a")).toBe("line\n\n---\n\nmore");
    expect(markdown.get("b")).toBe("## line\n\nmore");
  });

  it("keeps broken front matter as text", async () => {
    const { markdown } = await convertFiles({ "a.md": "---\ntitle: [open\nsecret: 1\n---\nText" });
    expect(markdown.get("a")).toContain("secret: 1");
    expect(markdown.get("a")).toContain("open");
  });

  it("keeps cyclic front matter as text, and reads the notes beside it", async () => {
    const { markdown, sum } = await convertFiles({ "a.md": "---\na: &a [*a]\n---\nText", "b.md": "other" });
    expect(markdown.get("a")).toContain("Text");
    expect(markdown.get("b")).toBe("other");
    expect(sum).toMatchObject({ notes: 2, isWhole: true });
  });

  it("keeps an invalid time as a property", async () => {
    const { notes } = await convertFiles({ "a.md": "---\ncreated: 1965-05-05\nupdated: soon\n---\nText" });
    expect(notes.get("a")?.properties).toEqual([
      ["created", "1965-05-05"],
      ["updated", "soon"],
    ]);
  });

  it("reads a single tilde literally, and as an underline in Bear's notes", async () => {
    const bear = { "n.textbundle/text.md": "~x~", "n.textbundle/info.json": '{"net.shinyfrog.bear":{"title":"n"}}' };
    const { markdown } = await convertFiles({ "a.md": "H~2~O ~~gone~~", ...bear });
    expect([markdown.get("a"), markdown.get("n")]).toEqual(["H~2~O ~~gone~~", "<u>x</u>"]);
  });

  it("gives Bear's images their size, and reports hidden comments", async () => {
    const { markdown, items } = await convertFiles({ "a.md": '![](p.png)<!-- {"width":50} -->\n\nx <!-- why -->', "p.png": PNG_BYTES });
    expect(markdown.get("a")).toBe("![[assets/p.png|50]]\n\nx");
    expect(items[0]?.remarks).toMatchObject([{ kind: "hidden-dropped", detail: "why" }]);
  });

  it("gives images the size written behind their text, even in tables", async () => {
    const { markdown } = await convertFiles({ "a.md": "![w|50x20](p.png)\n\n| a |\n| --- |\n| ![[p.png\\|30]] |", "p.png": PNG_BYTES });
    expect(markdown.get("a")).toBe("![[assets/p.png|50x20]]\n\n| a |\n| --- |\n| ![[assets/p.png\\|30]] |");
  });

  it("finds the heading in another of Bear's notes", async () => {
    const info = (title: string): string => JSON.stringify({ "net.shinyfrog.bear": { title } });
    const { markdown } = await convertFiles({
      "a.textbundle/text.md": "[[b/Part]]",
      "a.textbundle/info.json": info("a"),
      "b.textbundle/text.md": "## Part",
      "b.textbundle/info.json": info("b"),
    });
    expect(markdown.get("a")).toBe("[[b#Part|b/Part]]");
  });

  it("shows the kind of an unknown callout", async () => {
    const { markdown } = await convertFiles({ "a.md": "> [!bug]\n> It fails\n\n> [!info]\n> Fine" });
    expect(markdown.get("a")).toBe("> [!caution] Bug\n>\n> It fails\n\n> [!note] Fine");
  });

  it("attaches an embedded image of many megabytes, and leaves it unchanged in code", async () => {
    const url = `data:image/png;base64,${Buffer.alloc(9_000_000, 7).toString("base64")}`;
    const code = `data:image/png;base64,${"A".repeat(12_000)}`;
    const { markdown, notes, items } = await convertFiles({ "a.md": `before\n\n![x](${url})\n\n\`${code}\`` });
    expect(notes.get("a")?.files).toMatchObject([{ mimeType: "image/png", sizeBytes: 9_000_000 }]);
    expect(markdown.get("a")).toBe(`before\n\n![[assets/embedded.png]]\n\n\`${code}\``);
    expect(items[0]?.status).toBe("kept");
  });

  it("detects the type of a file without an extension", async () => {
    const files = { "a.md": "![](files/image) [sound](files/sound)", "files/image": PNG_BYTES, "files/sound": "ID3\u0004" };
    const { notes } = await convertFiles(files);
    expect(notes.get("a")?.files).toMatchObject([
      { name: "image.png", mimeType: "image/png" },
      { name: "sound.mp3", mimeType: "audio/mpeg" },
    ]);
  });

  it("joins the words of a Bear tag in the text, where it stays one tag, and keeps its name", async () => {
    const info = JSON.stringify({ "net.shinyfrog.bear": { title: "n", tags: ["two words"] } });
    const { markdown, notes } = await convertFiles({
      "n.textbundle/text.md": "#two words# \\#3 4\\# `#a b#`\n\n```\n#c d#\n```",
      "n.textbundle/info.json": info,
    });
    expect(markdown.get("n")).toBe("#two_words #3 4# `#a b#`\n\n```\n#c d#\n```");
    expect(notes.get("n")?.tags).toEqual(["two words"]);
  });
});

describe("importing Evernote exports in detail", () => {
  it("keeps reminders as properties, and finds notes by Evernote's ids", async () => {
    const link =
      '<div><a href="evernote:///view/1/s1/11111111-2222-3333-4444-555555555555/11111111-2222-3333-4444-555555555555/">other words</a></div>';
    const { notes, items } = await convertFiles({
      "A.enex": enex(link, "<note-attributes><reminder-time>20250101T100000Z</reminder-time></note-attributes>"),
      "B.enex": enex("x", "<guid>11111111-2222-3333-4444-555555555555</guid>").replace("<title>One", "<title>Two"),
    });
    expect(notes.get("One")?.properties).toEqual([["reminder", "2025-01-01T10:00:00"]]);
    expect(items[0]?.links).toMatchObject([{ kind: "note", target: "B.enex#1" }]);
  });

  it("keeps the tick of a checkbox that is alone in its frame", async () => {
    const { markdown } = await convertFiles({ "A.enex": enex('<div><div><en-todo checked="true"/>Alone</div></div>') });
    expect(markdown.get("One")).toBe("- [x] Alone");
  });

  it("keeps a time before 1970 as a property, and reports it", async () => {
    const { notes, items } = await convertFiles({ "A.enex": enex("x", "<created>19650505T101500Z</created><updated>soon</updated>") });
    expect(notes.get("One")?.properties).toEqual([
      ["created", "1965-05-05T10:15:00"],
      ["modified", "soon"],
    ]);
    expect(items[0]).toMatchObject({ status: "approximated", remarks: [{ kind: "time-as-text" }, { kind: "time-as-text" }] });
  });

  it("keeps lines and paragraphs in a table cell", async () => {
    const row = "<tr><td><div>a</div><div><b>b</b></div><div><br/></div><div>c</div></td><td><p>d</p><p>e</p></td></tr>";
    const { markdown } = await convertFiles({ "A.enex": enex(`<table><tr><td>h</td><td>i</td></tr>${row}</table>`) });
    expect(markdown.get("One")).toContain("| a<br>**b**<br><br>c | d<br><br>e |");
  });

  it("reports hidden text, and names a missing attachment in the text", async () => {
    const body = '<div style="display:none">secret</div><en-media hash="0123456789abcdef0123456789abcdef" type="image/png"/>';
    const { markdown } = await convertFiles({ "A.enex": enex(body) });
    expect(markdown.get("One")).toBe("\\[Missing attachment\\]");
    expect(await remarksOf({ "A.enex": enex(body) })).toEqual(["hidden-dropped", "attachment-missing"]);
  });
});

describe("importing pages of other programs", () => {
  it("keeps a player's text, an image's sources, and an untitled page's title", async () => {
    const page =
      '<video src="https://example.org/a.webm"><a href="https://example.org/a.webm">download</a></video>' +
      '<p><picture><source srcset="https://example.org/b.png 2x, https://example.org/c.png"></picture></p>' +
      '<p><img src="https://example.org/d.png" title="hello"></p>';
    const { markdown } = await convertFiles({ "a.html": page });
    expect(markdown.get("a")).toBe(
      "[download](https://example.org/a.webm)\n\n[https://example.org/b.png](https://example.org/b.png)\n\n[hello](https://example.org/d.png)",
    );
  });

  it("keeps a Notion callout that holds only its icon", async () => {
    const page =
      '<html><body><article id="1580080a-a5a3-8148-a10c-d8c7194e753f" class="page sans"><header><h1 class="page-title">N</h1></header><div class="page-body"><p>one</p>' +
      '<figure class="callout"><div style="font-size:1.5em"><span class="icon">i</span></div><div style="width:100%"></div></figure></div></article></body></html>';
    const { markdown } = await convertFiles({ "N 1580080aa5a38148a10cd8c7194e753f.html": page });
    expect(markdown.get("N")).toBe("one\n\n> [!important]");
  });

  it("reads Joplin's checklists, code and formulas", async () => {
    const page =
      '<ul class="joplin-checklist"><li>a</li><li class="checked">b</li></ul><div class="joplin-editable"><pre class="joplin-source" data-joplin-language="js" data-joplin-source-open="```js">let a;</pre><pre class="hljs"><code>let a;</code></pre></div><p>So <span class="joplin-editable"><span class="joplin-source" data-joplin-source-open="$">x^2</span><span>shown</span></span></p>';
    const { markdown } = await convertFiles({ "a.html": page });
    expect(markdown.get("a")).toBe("- [ ] a\n- [x] b\n\n```js\nlet a;\n```\n\nSo $x^2$");
  });

  it("reads MathJax, styled numbers, and layout columns", async () => {
    const page =
      '<p>So <span class="MathJax">shown</span><script type="math/tex">x_1</script></p><ul style="list-style-type:decimal"><li>a</li></ul><table><tr><td><p>one</p></td></tr><tr><td><p>two</p></td></tr></table>';
    const { markdown } = await convertFiles({ "a.html": page });
    expect(markdown.get("a")).toBe("So $x_1$\n\n1. a\n\none\n\ntwo");
  });

  it("reads the ticks of UpNote, Quill and Notesnook", async () => {
    const lists = [
      '<ul><li data-checked="true">a</li><li data-checked="false">b</li></ul>',
      '<ul data-checked="true"><li>c</li></ul>',
      '<ol><li data-list="checked">d</li></ol>',
      '<ul class="simple-checklist"><li class="checked">e</li><li>f</li></ul>',
    ];
    const { markdown } = await convertFiles({ "a.html": lists.join("<p>-</p>") });
    expect(markdown.get("a")?.match(/- \[.\] ./g)).toEqual(["- [x] a", "- [ ] b", "- [x] c", "- [x] d", "- [x] e", "- [ ] f"]);
  });

  it("names a page after its file if it has no other title", async () => {
    const { notes } = await convertFiles({ "a.html": "<title>a.html</title><h1>a.html</h1>x" });
    expect([...notes.keys()]).toEqual(["a"]);
  });
});
