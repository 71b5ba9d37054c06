/**
 * Two devices, one of them with two tabs, type in one note at once: real keys at changing positions, saves, incoming versions, and
 * occasional cuts of channel or network. Every letter must end up where it was typed, in every tab, and an incoming version must move
 * neither a caret in its text nor the text on the screen.
 */
import { startServer } from "../../harness/servers/server.ts";
import { type Chance, createChance } from "../pair-plan.ts";
import { ADA, moveIn } from "../run-trial.ts";
import { TrialDevice } from "../trial-device.ts";
import { ALBUM_TITLE } from "./album.ts";
import { Interruptions } from "./interruptions.ts";
import { AUTOMATIC_SAVES, type Look, TypingTab } from "./typing-tab.ts";
import { TypingText, WRITERS, type Writer } from "./typing-text.ts";

export type TypingOptions = {
  readonly strokes: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  readonly isAutomatic?: boolean;
};

export type TypingResult = {
  readonly strokes: number;
  readonly seed: number;
  readonly saves: number;
  readonly reloads: number;
  /** Incoming versions in a tab whose caret and scroll position were compared. */
  readonly arrivals: number;
  readonly lost: number;
  /** Carets that were at another text afterwards. */
  readonly moved: number;
  /** Texts that were elsewhere on the screen afterwards. */
  readonly shifted: number;
  readonly stale: number;
  /** Conflict copies: no text is lost, but the user has one more note to review, because both wrote in one place. */
  readonly copies: number;
  /** Notes that are there twice, and notes without text that are left. */
  readonly doubled: number;
  readonly empty: number;
  /** How often each interruption happened, with automatic saving. */
  readonly interruptions: Readonly<Record<string, number>>;
  readonly complaints: readonly string[];
};

const MARK = "typing";
/** Tolerance in pixels, because lines are laid out at fractional positions. */
const MAX_SHIFT = 2;
const MOST_ROUNDS = 20;
const PROGRESS_EVERY = 1000;

type Caret = { readonly mark: string; offset: number };
type Counts = {
  strokes: number;
  saves: number;
  reloads: number;
  arrivals: number;
  lost: number;
  moved: number;
  shifted: number;
  stale: number;
  copies: number;
  doubled: number;
  empty: number;
};
type Cut = { readonly kind: "channel" | "network"; readonly device: TrialDevice; rounds: number };

export async function runTyping({ strokes, seed, log, isAutomatic = false }: TypingOptions): Promise<TypingResult> {
  const server = await startServer();
  const devices: TrialDevice[] = [];
  const open = () => TrialDevice.open(true, isAutomatic ? "automatically" : "with-button");
  try {
    const [first, second] = [await open(), await open()];
    devices.push(first, second);
    await moveIn(server, first, second);
    const text = new TypingText();
    const noteId = await first.makeNote({ mark: MARK }, text.toHtml());
    await first.sync();
    await second.sync();
    const tabs = {
      a: await TypingTab.open(first, noteId),
      b: await TypingTab.open(second, noteId),
      c: await TypingTab.open(first, noteId, await first.openTab(server.origin)),
    };
    const chance = createChance(seed);
    const interruptions = new Interruptions({ device: second, origin: server.origin, who: ADA, noteId, chance });
    const trial = new TypingTrial({ text, tabs, first, second, chance, log, isAutomatic, interruptions });
    await trial.run(strokes);
    await trial.finish();
    return {
      ...trial.counts,
      interruptions: Object.fromEntries(interruptions.counts),
      seed,
      complaints: devices.flatMap((device) => device.complaints()),
    };
  } finally {
    for (const device of devices) await device.close();
    await server.close();
  }
}

type Means = {
  readonly text: TypingText;
  readonly tabs: Record<Writer, TypingTab>;
  readonly interruptions: Interruptions;
  readonly first: TrialDevice;
  readonly second: TrialDevice;
  readonly chance: Chance;
  readonly log: (line: string) => void;
  readonly isAutomatic: boolean;
};

class TypingTrial {
  readonly counts: Counts = {
    ...{ strokes: 0, saves: 0, reloads: 0, arrivals: 0, lost: 0 },
    ...{ moved: 0, shifted: 0, stale: 0, copies: 0, doubled: 0, empty: 0 },
  };
  readonly #means: Means;
  readonly #carets = new Map<Writer, Caret | "line">();
  #cut: Cut | undefined;

  constructor(means: Means) {
    this.#means = means;
  }

  async run(strokes: number): Promise<void> {
    let reported = 0;
    while (this.counts.strokes < strokes) {
      await this.#changeLine();
      await this.#round();
      await this.#mayInterrupt();
      if (this.counts.strokes - reported < PROGRESS_EVERY) continue;
      reported = this.counts.strokes;
      this.#means.log(`${JSON.stringify(this.counts)} of ${strokes} keystrokes`);
    }
  }

  /** Restores the network, syncs until all tabs show the same and nothing is pending, then looks for every letter. */
  async finish(): Promise<void> {
    const { text, tabs, first, second } = this.#means;
    await this.#endCut();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (const writer of WRITERS) if (await tabs[writer].isDirty()) await this.#saveTab(writer);
      await Promise.all([first.sync(), second.sync()]);
      const shown = await Promise.all(WRITERS.map(async (writer) => JSON.stringify(await tabs[writer].paragraphs())));
      const held = await Promise.all([first.held(MARK), second.held(MARK)]);
      if (new Set(shown).size === 1 && held.every(({ pending }) => pending === 0)) break;
    }
    for (const writer of WRITERS)
      for (const failure of text.findFailures(await tabs[writer].paragraphs())) this.#fail("lost", `tab ${writer}: ${failure}`);
    const orphaned = await Promise.all(WRITERS.map((writer) => tabs[writer].orphanedDrafts()));
    for (const [at, drafts] of orphaned.entries()) if (drafts > 0) this.#fail("lost", `tab ${WRITERS[at]}: ${drafts} drafts are in no tab`);
    for (const [at, device] of [first, second].entries()) {
      const { notes } = await device.held(MARK);
      this.counts.copies = Math.max(this.counts.copies, notes.length - 1);
      const stored = (notes.find(({ title }) => title === `${MARK} note`)?.content ?? "")
        .split("</p>")
        .map((block) => block.replace(/<[^>]*>/g, ""));
      const lost = text.findLostWords(notes.map(({ content }) => content));
      const where = lost.length > 0 ? `${lost.join(" ")} in no note` : "every word is in the note or its copies";
      for (const failure of text.findFailures(stored)) this.#fail("lost", `device ${at} (${where}): ${failure}`);
      const found = await this.#means.interruptions.findFailures(device, [`${MARK} note`, "other note", ALBUM_TITLE]);
      for (const kind of ["lost", "doubled", "empty"] as const)
        for (const failure of found[kind]) this.#fail(kind, `device ${at}: ${failure}`);
    }
  }

  async #round(): Promise<void> {
    const { chance, tabs } = this.#means;
    const typists = WRITERS.filter(() => chance.happens(0.5));
    const watchers = WRITERS.filter((writer) => !typists.includes(writer) && this.#carets.has(writer));
    for (const writer of typists) await this.#mayMove(writer);
    const before = new Map(await Promise.all(watchers.map(async (writer) => [writer, await tabs[writer].look()] as const)));
    const typed = await Promise.all(typists.map((writer) => this.#type(writer)));
    const savers = typists.filter(() => chance.happens(0.7));
    await this.#mayReload(typists);
    await Promise.all(savers.map((writer) => this.#save(writer)));
    for (const [at, writer] of typists.entries()) {
      if (!savers.includes(writer)) continue;
      for (const watcher of watchers)
        await this.#expectArrival(typed[at] ?? "", { from: writer, to: watcher, before: before.get(watcher) });
    }
  }

  /** Moves the caret to another of the writer's paragraphs, or adds a new line at the top. */
  async #mayMove(writer: Writer): Promise<void> {
    const { chance, text, tabs } = this.#means;
    const caret = this.#carets.get(writer);
    if (caret !== undefined && caret !== "line" && chance.happens(0.8)) return;
    if (caret !== undefined && chance.happens(0.15)) return void this.#carets.set(writer, "line");
    const own = text.ofWriter(writer);
    const paragraph = own[chance.int(0, own.length - 1)];
    if (paragraph === undefined) return;
    const spaces = [...paragraph.text.matchAll(/ /g)].map(({ index }) => index + 1);
    const offset = spaces[chance.int(0, spaces.length - 1)] ?? paragraph.text.length;
    this.#carets.set(writer, { mark: paragraph.mark, offset });
    await tabs[writer].putCaret(paragraph.mark, offset);
  }

  /** Returns the last word. */
  async #type(writer: Writer): Promise<string> {
    const { text, tabs, chance } = this.#means;
    const caret = this.#carets.get(writer);
    if (caret === "line") {
      const word = text.nextWord(writer);
      text.lines.push(word);
      await tabs[writer].typeLineAbove(word);
      this.counts.strokes += word.length + 1;
      return word;
    }
    const words = Array.from({ length: chance.int(1, 4) }, () => text.nextWord(writer));
    const typed = words.map((word) => `${word} `).join("");
    const paragraph = text.paragraphs.find(({ mark }) => mark === caret?.mark);
    if (caret === undefined || paragraph === undefined) throw new Error(`tab ${writer} has no caret`);
    paragraph.text = paragraph.text.slice(0, caret.offset) + typed + paragraph.text.slice(caret.offset);
    caret.offset += typed.length;
    const elsewhere = await tabs[writer].type(typed);
    this.counts.strokes += typed.length;
    if (elsewhere !== undefined) this.#fail("lost", `'${typed}' of tab ${writer} was not typed into the note but into ${elsewhere}`);
    return words.at(-1) ?? "";
  }

  async #save(writer: Writer): Promise<void> {
    const tab = this.#means.tabs[writer];
    const before = await tab.look();
    const isSaved = await this.#saveTab(writer);
    this.counts.saves += 1;
    if (!isSaved) this.#fail("lost", `tab ${writer} could not save`);
    this.#compare(writer, before, await tab.look());
  }

  #saveTab(writer: Writer): Promise<boolean> {
    const { tabs, isAutomatic, chance } = this.#means;
    return isAutomatic ? tabs[writer].saveAutomatically(chance.pick(AUTOMATIC_SAVES) ?? "pause") : tabs[writer].save();
  }

  /** A tab is reloaded right after the last key, while its text is not saved yet. */
  async #mayReload(typists: readonly Writer[]): Promise<void> {
    const { tabs, isAutomatic, chance } = this.#means;
    if (!isAutomatic || this.#cut?.kind === "network" || !chance.happens(0.05)) return;
    for (const writer of typists.slice(0, 1)) {
      await tabs[writer].reload();
      this.#carets.delete(writer);
      this.counts.reloads += 1;
    }
  }

  /** Right after a word of the writer on the second device. */
  async #mayInterrupt(): Promise<void> {
    const { isAutomatic, chance, interruptions, tabs } = this.#means;
    if (!isAutomatic || this.#cut !== undefined || !chance.happens(0.3)) return;
    const before = interruptions.strokes;
    tabs.b = await interruptions.interrupt(async () => {
      if (!this.#carets.has("b")) await this.#mayMove("b");
      await this.#type("b");
    });
    this.#carets.delete("b");
    this.counts.strokes += interruptions.strokes - before;
  }

  async #expectArrival(word: string, { from, to, before }: { from: Writer; to: Writer; before: Look | undefined }): Promise<void> {
    if (before === undefined || (this.#cut !== undefined && isSecond(from) !== isSecond(to))) return;
    const tab = this.#means.tabs[to];
    // In an editor with unsaved text, an incoming version is merged only when the user saves.
    if (await tab.isDirty()) await this.#saveTab(to);
    if (!(await tab.hasArrived(word))) {
      if (await tab.isDirty()) await this.#saveTab(to);
      if (!(await tab.hasArrived(word))) return this.#fail("stale", `'${word}' of tab ${from} did not come to tab ${to}`);
    }
    this.#compare(to, before, await tab.look());
  }

  #compare(writer: Writer, before: Look, after: Look): void {
    this.counts.arrivals += 1;
    const isSameText = before.before === after.before && before.behind === after.behind;
    const shift = before.top === undefined || after.top === undefined ? 0 : Math.abs(before.top - after.top);
    // At the very top, new text above may be shown; elsewhere it must not push away the visible text.
    const isAtTop = before.scrollTop === 0 && after.scrollTop === 0;
    const isUnmoved = isAtTop || (shift <= MAX_SHIFT && (before.top === undefined) === (after.top === undefined));
    const what = `tab ${writer}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`;
    if (!isSameText) this.#fail("moved", what);
    else if (!isUnmoved) this.#fail("shifted", what);
  }

  /** Now and then a device loses the channel, or its whole network, for a few rounds. */
  async #changeLine(): Promise<void> {
    const { chance, first, second } = this.#means;
    if (this.#cut !== undefined) {
      this.#cut.rounds -= 1;
      if (this.#cut.rounds === 0) await this.#endCut();
    } else if (chance.happens(0.06)) {
      const kind = chance.pick(["channel", "network"] as const) ?? "channel";
      this.#cut = { kind, device: chance.happens(0.5) ? first : second, rounds: chance.int(2, 6) };
      if (kind === "channel") await this.#cut.device.cutChannel(true);
      else await this.#cut.device.offline(true);
    }
  }

  async #endCut(): Promise<void> {
    const cut = this.#cut;
    this.#cut = undefined;
    if (cut === undefined) return;
    if (cut.kind === "channel") await cut.device.cutChannel(false);
    else await cut.device.offline(false);
    await Promise.all([this.#means.first.sync(), this.#means.second.sync()]);
    await this.#means.first.sync();
  }

  #fail(kind: "lost" | "moved" | "shifted" | "stale" | "doubled" | "empty", what: string): void {
    this.counts[kind] += 1;
    this.#means.log(`${kind}, after ${this.counts.strokes} keystrokes: ${what}`);
  }
}

function isSecond(writer: Writer): boolean {
  return writer === "b";
}
