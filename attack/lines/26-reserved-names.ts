/** Titles that Windows reserves for devices or cannot keep: no exported file may have such a name. docs/decisions/0033. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runConvert } from "@satchel/web/convert/run-convert.node.ts";
import { type Attack, closed, open } from "../attack.ts";

const TITLES = ["CONIN$", "conout$", "COM¹", "lpt³", "COM1 .x", "CON ", "CON . x", "nul. ", "AUX", "Prn.txt", "ends.. . ", "COM0", "a. "];
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)|[. ]$|[<>:"|?*\\]/i;

export const attack: Attack = {
  line: 26,
  title: "names of exported files that Windows reserves for devices",
  async run({ defer }) {
    const folder = await mkdtemp(join(tmpdir(), "satchel-attack-"));
    defer(() => rm(folder, { recursive: true, force: true }));
    for (const title of TITLES) {
      await mkdir(join(folder, "in", title), { recursive: true });
      await writeFile(join(folder, "in", title, `${title}.md`), "a text");
    }
    const names: string[] = [];
    for (const format of ["markdown", "html"]) {
      const out = join(folder, format);
      const lines: string[] = [];
      const code = await runConvert([join(folder, "in"), "--to", format, "--out", out, "--report", `${out}.json`], (line) =>
        lines.push(line),
      );
      if (code !== 0) throw new Error(`no ${format}: ${lines.join(" ")}`);
      names.push(...(await readdir(out, { recursive: true })).flatMap((path) => path.split("/")));
    }
    if (names.length < TITLES.length) throw new Error(`only ${names.length} names were written`);
    const reserved = [...new Set(names.filter((name) => RESERVED.test(name)))];
    const seen = `${names.length} names of files and folders, ${reserved.length} of them reserved${reserved.map((name) => ` '${name}'`).join("")}`;
    return reserved.length === 0 ? closed(seen) : open(seen);
  },
};
