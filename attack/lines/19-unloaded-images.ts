/** A note with an image that reports who opens it: no exported file may make a viewer fetch it. docs/decisions/0032. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runConvert } from "@satchel/web/convert/run-convert.node.ts";
import { type Attack, closed, open } from "../attack.ts";

const SPY = "https://spy.example.org/seen.png?reader=1";
const NOTE = `<html><body><h1>News</h1><p>Look: <img src="${SPY}" alt="a chart"></p><table border="1"><tr><td><img src="${SPY}"></td><td>b</td></tr></table></body></html>`;
const FETCHED = /!\[[^\]]*\]\(<?https?:|<img[^>]*\ssrc="https?:/i;

export const attack: Attack = {
  line: 19,
  title: "an exported file that makes its viewer fetch an image that was never loaded",
  async run({ defer }) {
    const folder = await mkdtemp(join(tmpdir(), "satchel-attack-"));
    defer(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, "in"));
    await writeFile(join(folder, "in", "News.html"), NOTE);
    const fetching: string[] = [];
    let links = 0;
    for (const format of ["markdown", "html"]) {
      const out = join(folder, format);
      const lines: string[] = [];
      const code = await runConvert([join(folder, "in"), "--to", format, "--out", out, "--report", `${out}.json`], (line) =>
        lines.push(line),
      );
      if (code !== 0) throw new Error(`no ${format}: ${lines.join(" ")}`);
      for (const file of await readdir(out, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue;
        const text = await readFile(join(file.parentPath, file.name), "utf8");
        if (FETCHED.test(text)) fetching.push(`${format}/${file.name}`);
        if (text.includes("spy.example.org")) links += 1;
      }
    }
    if (links === 0) throw new Error("the image is in no file");
    return fetching.length === 0
      ? closed(`${links} files link to the image, and none shows it`)
      : open(`fetched by ${fetching.join(", ")}`);
  },
};
