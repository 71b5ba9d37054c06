// @vitest-environment node
import { describe, expect, it } from "vitest";
import { convertFiles } from "./testing/convert-files.node.ts";

const tomboy = (title: string, content: string, tags: readonly string[] = []): string =>
  `<?xml version="1.0" encoding="utf-8"?><note version="0.3" xmlns="http://beatniksoftware.com/tomboy"><title>${title}</title><text xml:space="preserve"><note-content version="0.1">${title}\n\n${content}</note-content></text><last-change-date>2025-09-10T21:15:20,616889Z</last-change-date><create-date>2024-01-02T03:04:05.0000000+02:00</create-date><tags>${tags.map((tag) => `<tag>${tag}</tag>`).join("")}</tags></note>`;

describe("importing Tomboy and Gnote", () => {
  it("keeps lines, marks, headings, lists, links, notebooks and times", async () => {
    const content =
      'One <bold>two</bold>\nthree\n\n<size:huge>Part\n\n</size:huge><list><list-item dir="ltr">a\n<list><list-item>b</list-item></list></list-item><list-item>to <link:internal>Other</link:internal></list-item></list>\n<link:url>example.org</link:url>';
    const { markdown, notes } = await convertFiles({
      "x.note": tomboy("Plan", content, ["system:notebook:Work", "home"]),
      "y.note": tomboy("Other", "text"),
    });
    expect(markdown.get("Plan")).toBe(
      "One **two**  \nthree\n\n## Part\n\n- a\n    - b\n- to [[Other]]\n\n[example.org](https://example.org)",
    );
    expect(notes.get("Plan")).toMatchObject({
      folder: ["Work"],
      tags: ["home"],
      createdMs: Date.UTC(2024, 0, 2, 1, 4, 5),
      modifiedMs: Date.UTC(2025, 8, 10, 21, 15, 20, 616),
    });
  });

  it("reads to-do lists as checklists, and struck-out items as done", async () => {
    const content =
      "<list><list-item><strikethrough>a</strikethrough>\n</list-item><list-item>b</list-item></list>\n\n<size:huge><bold>Notes</bold>\n</size:huge><list><list-item>c</list-item></list>";
    const { markdown } = await convertFiles({ "x.note": tomboy("TODO", content) });
    expect(markdown.get("TODO")).toBe("- [x] a\n- [ ] b\n\n# Notes\n\n- c");
  });

  it("reports a file that is not a note, and attaches one that only has the name", async () => {
    const { items, notes } = await convertFiles({ "x.note": "<note-content", "y.note": "other" }, { unknownAs: "attached" });
    expect(items.find(({ source }) => source === "x.note")).toMatchObject({ status: "lost", reason: "damaged" });
    expect(notes.get("Files without a note")?.files).toMatchObject([{ name: "y.note" }]);
  });
});

describe("importing Roam", () => {
  const graph = [
    {
      title: "Plan",
      uid: "p",
      "create-time": 1_600_000_000_000,
      "edit-time": 1_600_000_100_000,
      children: [
        { string: "Author:: [[Ada]]", uid: "a" },
        {
          string: "Part",
          heading: 2,
          uid: "h",
          children: [
            { string: "{{[[TODO]]}} one", uid: "t1" },
            { string: "{{DONE}} two", uid: "t2" },
          ],
        },
        {
          string: "__it__ and ^^mark^^",
          uid: "m",
          children: [
            { string: "below", uid: "b1" },
            { string: "```js\nlet a;```", uid: "b2" },
          ],
        },
        { string: "See ((b9)), ((gone)) and [that](((b9)))", uid: "r" },
        { string: "{{[[table]]}}", uid: "tb", children: [{ string: "a", uid: "c1", children: [{ string: "b", uid: "c2" }] }] },
      ],
    },
    { title: "Ada", uid: "q", children: [{ string: "a block", uid: "b9" }] },
  ];

  it("keeps outlines, tasks, references, tables and attributes", async () => {
    const { markdown, notes } = await convertFiles({ "graph.json": JSON.stringify(graph) });
    expect(markdown.get("Plan")).toBe(
      "## Part\n\n- [ ] one\n- [x] two\n\n_it_ and ==mark==\n\n- below\n- ```js\n  let a;\n  ```\n\nSee [[Ada|a block]], ((gone)) and [[Ada|that]]\n\n| a | b |\n| --- | --- |",
    );
    expect(notes.get("Plan")).toMatchObject({ properties: [["Author", "Ada"]], createdMs: 1_600_000_000_000 });
  });

  it("reads an outline of any depth", async () => {
    let text = '{"string":"deep","uid":"d"}';
    for (let at = 0; at < 3000; at += 1) text = `{"string":"x","uid":"u${at}","children":[${text},{"string":"y"}]}`;
    const { sum } = await convertFiles({ "graph.json": `[{"title":"Deep","uid":"p","children":[${text}]}]` });
    expect(sum).toMatchObject({ notes: 1, isWhole: true });
  });
});
