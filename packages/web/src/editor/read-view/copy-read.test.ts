import { describe, expect, it, onTestFinished } from "vitest";
import { createHands } from "../testing/hands.ts";
import { selectionAsMarkdown } from "../toolbar/CopyMarkdownTool.tsx";
import { cleanCopies } from "./copy-read.ts";
import { replaceReadText } from "./replace-read-text.ts";

const NOTE =
  "<h2>Plan</h2><p>one <strong>two</strong> three</p>" +
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li><li data-type="taskItem" data-checked="false"><p>open</p></li></ul>' +
  "<pre><code>a\n  b</code></pre><table><tbody><tr><td><p>x</p></td><td><p>y</p></td></tr></tbody></table>";

function copied(select: (host: HTMLElement, selection: Selection) => void): { readonly html: string; readonly text: string } {
  const host = document.createElement("div");
  document.body.append(host);
  onTestFinished(() => host.remove());
  replaceReadText(host, NOTE);
  cleanCopies(host);
  select(host, document.getSelection() as Selection);
  const data = new Map<string, string>();
  const clipboardData = { setData: (kind: string, value: string) => data.set(kind, value) };
  host.dispatchEvent(Object.assign(new Event("copy", { bubbles: true }), { clipboardData }));
  return { html: data.get("text/html") ?? "", text: data.get("text/plain") ?? "" };
}

describe("A2.11 what is copied out of a note that is read", () => {
  it("is the note's own HTML, and readable text", () => {
    const { html, text } = copied((host, selection) => selection.selectAllChildren(host));
    expect(html).toBe(NOTE);
    expect(text).toBe("## Plan\n\none two three\n\n- [x] done\n- [ ] open\n\n```\na\n  b\n```\n\nx\ty");
  });

  it("is only the words within one line", () => {
    const { text } = copied((host, selection) => {
      const words = host.querySelector("strong")?.firstChild as Text;
      selection.setBaseAndExtent(words, 0, words, 3);
    });
    expect(text).toBe("two");
  });

  it("keeps items in their list", () => {
    const { html } = copied((host, selection) => {
      const items = host.querySelectorAll("li p");
      selection.setBaseAndExtent(items[0]?.firstChild as Text, 0, items[1]?.firstChild as Text, 4);
    });
    expect(html).toContain('<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li>');
  });
});

describe("A2.14 copying what is selected as Markdown", () => {
  it("includes the Markdown marks, within a line and over several blocks", () => {
    const { editor } = createHands(NOTE);
    editor.commands.setTextSelection({ from: 7, to: 14 });
    expect(selectionAsMarkdown(editor)).toBe("one **two**\n");
    editor.commands.selectAll();
    expect(selectionAsMarkdown(editor)).toContain("## Plan\n\none **two** three\n\n- [x] done\n- [ ] open\n");
  });
});
