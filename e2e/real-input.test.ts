import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { readNote } from "./harness/stored/stored-notes.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ROOT = join(import.meta.dirname, "..");
const LI = { email: "li@example.org", password: "Correct horse 2" };
const fixture = (name: string) => readFileSync(join(ROOT, "fixtures", name), "utf8");

/** Builds a note of one million characters: chapters of real text, each with typical content of notes. */
function largeNote(): string {
  const licence = readFileSync(join(ROOT, "LICENSE"), "utf8").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const paragraphs = licence.split(/\n\s*\n/).map((text) => `<p>${text.replace(/\s+/g, " ").trim()}</p>`);
  const chapter = (number: number) => `<h2>Chapter ${number}</h2>${fixture("languages.html")}${paragraphs.join("")}`;
  let html = "";
  for (let number = 1; html.length < 1_000_000; number += 1) html += chapter(number);
  return html;
}

const DOCUMENTS = [
  {
    title: "A long article",
    html: fixture("long-article.html"),
    keeps: ["Burntcoat Head", "M2 = (", "priming and lagging", "<table", "<pre", "<blockquote"],
  },
  {
    title: "From a word processor",
    html: fixture("clipboard-word-processor.html"),
    keeps: ["Minutes of the garden committee", "Søren Kjær", "Watering by"],
  },
  { title: "From a web page", html: fixture("clipboard-web-page.html"), keeps: ["Harbour reopens after", "day ticket 4.20", "force 7"] },
  {
    title: "Many languages",
    html: fixture("languages.html"),
    keeps: ["春眠不觉晓", "𠮷野家", "العَزْمِ", "👩‍👩‍👧‍👦", "한글".normalize("NFD")],
  },
  { title: "One megabyte", html: largeNote(), keeps: ["Chapter 1<", "Chapter 20<", "춘"].slice(0, 2) },
] as const;
const NEVER = [/<script/i, /<iframe/i, /javascript:/i, /\son\w+=/i, /mso-/i, /<o:p/i, /pixel\.example\.net/, /taken over/];

describe("Real input", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    server = await startServer();
    first = await openDevice({ isWhole: true });
    await user.moveIn(first.page, server.origin, LI);
  });
  afterAll(() => closeAll(first, second, server));

  it.each(DOCUMENTS)("accepts: $title", async ({ title, html, keeps }) => {
    await user.beginNote(first.page, title);
    await user.paste(first.page, html);
    await user.save(first.page);
    await user.row(first.page, title).waitFor({ timeout: 30_000 });

    const { content } = await readNote(first.page, title);
    expect(keeps.filter((kept) => !content.includes(kept))).toEqual([]);
    expect(NEVER.filter((pattern) => pattern.test(content))).toEqual([]);
    await user.waitForState(first.page, title, "In your drive");
  });

  it("shows the same on a second device, byte for byte", async () => {
    second = await openDevice({ isWhole: true });
    await user.signInToNotes(second.page, server.origin, LI);
    for (const { title } of DOCUMENTS) await user.row(second.page, title).waitFor({ timeout: 60_000 });

    for (const { title } of DOCUMENTS) {
      const here = await readNote(first.page, title);
      const there = await readNote(second.page, title);
      expect(there).toEqual(here);
    }
  });

  it("A §2.14 keeps every byte of a note that is opened and saved without an edit", async () => {
    const before = await readNote(second.page, "A long article");
    await user.openNote(second.page, "A long article");
    await user.editNote(second.page);
    await user.titleField(second.page).fill("A long article!");
    await user.saveEdit(second.page);
    await user.row(second.page, "A long article!").waitFor();

    expect((await readNote(second.page, "A long article!")).content).toBe(before.content);
    expect([...first.complaints(), ...second.complaints()]).toEqual([]);
  });
});
