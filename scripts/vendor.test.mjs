import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { copyEmoji, copyIcons, copyShortcodes, iconsIn, VENDOR, vendored } from "./vendor.mjs";

const there = () =>
  Object.fromEntries(
    readdirSync(VENDOR, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [
        path
          .slice(VENDOR.length + 1)
          .split(sep)
          .join("/"),
        readFileSync(path, "utf8"),
      ]),
  );

describe("What pages hold of packages that a start does not fetch", () => {
  it("is what those packages have and the sources name, no more and no less: see scripts/vendor.mjs", () => {
    const [made, committed] = [vendored(), there()];
    expect(Object.keys(committed).sort()).toEqual(Object.keys(made).sort());
    expect(Object.keys(made).filter((path) => made[path] !== committed[path])).toEqual([]);
  });

  it("names its licences", () => {
    expect(there()["lucide/LICENSE"]).toContain("ISC License");
    expect(there()["emojibase/LICENSE"]).toContain("MIT License");
  });
});

describe("The icons that a source names", () => {
  it("are those it imports, under the name that the package has, without types", () => {
    const text = 'import { Pin, type LucideIcon, Image as Picture } from "lucide-react";\nimport type { LucideProps } from "lucide-react";';
    expect(iconsIn("a.tsx", text)).toEqual(["Pin", "Image"]);
    expect(iconsIn("a.tsx", 'import {\n  Bold,\n  Italic,\n} from "lucide-react";')).toEqual(["Bold", "Italic"]);
  });

  it.each(['import * as icons from "lucide-react";', 'await import("lucide-react");', 'import Pin from "lucide-react/icons/pin";'])(
    "are not guessed: %s",
    (text) => {
      expect(() => iconsIn("a.tsx", text)).toThrow("a.tsx");
    },
  );

  it("come with all that they need, through other names and round in a ring, and with no other icon", () => {
    const modules = {
      "lucide-react.mjs": [
        "export { default as Pin, default as PinIcon } from './icons/pin.mjs';",
        "export { default as Trash, default as Trash2 } from './icons/trash.mjs';",
      ].join("\n"),
      "icons/trash.mjs": "import make from '../make.mjs';\nexport { make as default };\n//# sourceMappingURL=trash.mjs.map\n",
      "make.mjs": "import { round } from './shared/round.mjs';\n",
      "shared/round.mjs": "import make from '../make.mjs';\n",
    };
    const copies = copyIcons(["Trash2"], (path) => modules[path]);
    expect(Object.keys(copies).sort()).toEqual(["icons/trash.mjs", "lucide-react.mjs", "make.mjs", "shared/round.mjs"]);
    expect(copies["lucide-react.mjs"]).toBe("export { default as Trash2 } from './icons/trash.mjs';\n");
    expect(copies["icons/trash.mjs"]).toBe("import make from '../make.mjs';\nexport { make as default };\n");
    expect(() => copyIcons(["Trash3"], (path) => modules[path])).toThrow("Trash3");
  });
});

describe("The table of emoji", () => {
  it("keeps what the picker reads, and what an emoji has not stays away", () => {
    const rows = [
      {
        unicode: "👋",
        hexcode: "1F44B",
        label: "waving hand",
        group: 1,
        order: 9,
        tags: ["hi"],
        skins: [{ unicode: "👋🏻", hexcode: "x" }],
      },
      { unicode: "🇦", hexcode: "1F1E6", label: "regional indicator A" },
    ];
    expect(JSON.parse(copyEmoji(rows))).toEqual([
      { unicode: "👋", label: "waving hand", group: 1, order: 9, tags: ["hi"], skins: [{ unicode: "👋🏻" }] },
      { unicode: "🇦", label: "regional indicator A" },
    ]);
  });
});

describe("The names of emoji", () => {
  it("are those of each emoji, one or several, and of none without a name", () => {
    const rows = [
      { unicode: "👍️", hexcode: "1F44D" },
      { unicode: "🎉", hexcode: "1F389" },
      { unicode: "🇦", hexcode: "1F1E6" },
    ];
    expect(JSON.parse(copyShortcodes(rows, { "1F44D": ["+1", "thumbsup"], "1F389": "tada" }))).toEqual({
      "+1": "👍️",
      thumbsup: "👍️",
      tada: "🎉",
    });
  });
});
