import { describe, expect, it } from "vitest";
import { createIndex, notePage, type ReadableNote } from "./readable.ts";

const LABELS = {
  heading: "My <notes>",
  untitled: "Untitled Note",
  noFolder: "No folder",
  lastModified: "changed",
  backToIndex: "All notes",
};
const note = (values: Partial<ReadableNote>): ReadableNote => ({
  title: "Plan",
  content: "<p>Text</p>",
  folderName: "Work",
  lastModified: 0,
  ...values,
});

describe("readable pages of a backup", () => {
  it("shows title, folder and text, and escapes markup in the title", () => {
    const page = notePage(note({ title: "<script>x</script>", folderName: "A & B" }), LABELS, () => undefined);
    expect(page).toContain("<h1>&lt;script&gt;x&lt;/script&gt;</h1>");
    expect(page).toContain("A &amp; B · changed 1970-01-01T00:00:00.000Z");
    expect(page).toContain("<p>Text</p>");
    expect(page).not.toContain("<script>x");
    expect(page).toContain("default-src 'none'");
  });

  it("links to the files beside it, and names a missing one", () => {
    const content =
      '<p><a data-file-id="f1" data-file-name="a &amp; b.pdf"></a> <a data-file-id="f2" data-file-name="gone.pdf"></a></p><img data-image-id="f3" alt="x">';
    const paths = new Map([
      ["f1", "attachments/f1/a & b.pdf"],
      ["f3", "attachments/f3/x.png"],
    ]);
    const page = notePage(note({ content }), LABELS, (id) => paths.get(id));
    expect(page).toContain('<a href="../../attachments/f1/a%20%26%20b.pdf">a &amp; b.pdf</a> gone.pdf</p>');
    expect(page).toContain('<img src="../../attachments/f3/x.png" data-image-id="f3" alt="x">');
  });

  it("shows check marks of checklists, and keeps the proportions of images", () => {
    const style = createIndex(LABELS).files()[1]?.text ?? "";
    expect(style).toContain("img{max-width:100%;height:auto}");
    expect(style).toContain("li[data-checked=true]::before{content:'\\2611'}");
    expect(style).toContain("li[data-type=taskItem]::before{content:'\\2610'");
  });

  it("lists the notes by folder", () => {
    const made = createIndex(LABELS);
    made.add({ title: "One", folderName: "Work", path: "readable/Work/One.html", lastModified: 0 });
    made.add({ title: "Two", folderName: "Home", path: "readable/Home/Two #2.html", lastModified: 86_400_000 });
    made.add({ title: "Three", folderName: "Work", path: "readable/Work/Three.html", lastModified: 0 });
    const [index, style] = made.files();
    expect(index?.text).toContain("<h1>My &lt;notes&gt;</h1>");
    expect(index?.text).toContain('<h2>Work</h2>\n<ul>\n<li><a href="Work/One.html">One</a> <small>1970-01-01</small></li>\n<li>');
    expect(index?.text).toContain('<a href="Home/Two%20%232.html">Two</a> <small>1970-01-02</small>');
    expect(index?.path).toBe("readable/index.html");
    expect(index?.text).toContain('<link rel="stylesheet" href="pages.css">');
    expect(notePage(note({}), LABELS, () => undefined)).toContain('<link rel="stylesheet" href="../pages.css">');
    expect(style?.path).toBe("readable/pages.css");
  });
});
