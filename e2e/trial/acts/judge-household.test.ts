import { describe, expect, it } from "vitest";
import type { HeldNote } from "../judge-pair.ts";
import { findDoubled, type Ledger, missingWords, wordsToSeek, wrongStates } from "./judge-household.ts";

const NONE = new Map<string, readonly string[]>();

function aLedger(changes: Partial<Ledger> = {}): Ledger {
  return {
    noteIds: ["n1", "n2"],
    words: [{ text: "w1x", noteId: "n1", inHistory: false }],
    pinned: new Map(),
    ticked: new Map(),
    links: [],
    purged: new Set(),
    ...changes,
  };
}

const aNote = (noteId: string, content: string, folder: string | null = null): HeldNote => ({ noteId, title: noteId, content, folder });
const BOTH = [aNote("n1", "<p>w1x</p>"), aNote("n2", "<p>w2x</p>")];

describe("The oracle of the trial of rare acts", () => {
  it("finds a word that is in no note, and not one that another contains", () => {
    expect(missingWords(aLedger(), BOTH, NONE)).toEqual([]);
    expect(missingWords(aLedger(), [aNote("n1", "<p>w11x</p>"), aNote("n2", "")], NONE)).toEqual(["w1x of n1 is gone"]);
  });

  it("accepts a word in a former version only after a restore", () => {
    const former = new Map([["n1", ["<p>w1x</p>"]]]);
    const restored = aLedger({ words: [{ text: "w1x", noteId: "n1", inHistory: true }] });
    const bare = [aNote("n1", "<p></p>")];
    expect(wordsToSeek(restored, bare)).toEqual(restored.words);
    expect(wordsToSeek(aLedger(), bare)).toEqual([]);
    expect(missingWords(restored, bare, former)).toEqual([]);
    expect(missingWords(restored, bare, NONE)).toEqual(["w1x of n1 is gone, also from its history"]);
    expect(missingWords(aLedger(), bare, former)).toHaveLength(1);
  });

  it("finds a note that is gone, and a purged one that is back", () => {
    expect(wrongStates(aLedger(), BOTH)).toEqual([]);
    expect(wrongStates(aLedger(), BOTH.slice(1))).toEqual(["n1 is gone"]);
    expect(wrongStates(aLedger({ purged: new Set(["n2"]) }), BOTH)).toEqual(["n2 is back after its purge"]);
  });

  it("finds a pin, a box and a link that are not as they were acknowledged", () => {
    const ledger = aLedger({ pinned: new Map([["n1", true]]), ticked: new Map([["n2", true]]), links: [{ from: "n1", to: "n2" }] });
    const right = [
      aNote("n1", '<p>w1x</p><p><a data-note-id="n2">a note</a></p>', "Pinned"),
      aNote("n2", '<ul><li data-checked="true"><p>to do</p></li></ul>'),
    ];
    expect(wrongStates(ledger, right)).toEqual([]);
    expect(wrongStates(ledger, BOTH)).toEqual(["n1 should be pinned", "the box of n2 should be true", "the link of n1 to n2 is gone"]);
  });

  it("finds a word that is twice in one note, and a second note that is not marked as a conflict copy", () => {
    const copy = { ...aNote("n9", "<p>w1x</p>"), title: "n1 (Cloud Copy)" };
    expect(findDoubled(aLedger(), [...BOTH, copy])).toEqual([]);
    expect(findDoubled(aLedger(), [...BOTH, { ...copy, title: "n1" }])).toEqual([{ kind: "doubled", what: "there is another 'n1'" }]);
    expect(findDoubled(aLedger(), [aNote("n1", "<p>w1x w1x</p>")])).toEqual([{ kind: "doubled", what: "w1x is twice in 'n1'" }]);
  });
});
