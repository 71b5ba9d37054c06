import { describe, expect, it } from "vitest";
import { EMOJI } from "../model/limits/limits.ts";
import { type EmojiRow, moveInGrid, parseRecents, parseTone, rememberEmoji, searchEmoji, toEmoji, withTone } from "./emoji.ts";

const rows: readonly EmojiRow[] = [
  { unicode: "👋", name: "waving hand", group: "People & Body", words: "bye hello", hasTones: true },
  { unicode: "🤝", name: "handshake", group: "People & Body", words: "agreement", hasTones: true },
  { unicode: "✌️", name: "victory hand", group: "People & Body", words: "peace", hasTones: true },
  { unicode: "🧑‍🤝‍🧑", name: "people holding hands", group: "People & Body", words: "friend", hasTones: true },
  { unicode: "👪", name: "family", group: "People & Body", words: "home" },
  { unicode: "🌊", name: "water wave", group: "Travel & Places", words: "sea" },
  { unicode: "🍕", name: "pizza", group: "Food & Drink", words: "slice" },
  { unicode: "🐾", name: "paw prints", group: "Animals & Nature", words: "pet" },
  { unicode: "🎉", name: "party popper", group: "Activities", words: "tada" },
  { unicode: "❤️", name: "red heart", group: "Symbols", words: "love" },
  { unicode: "🇰🇪", name: "flag Kenya", group: "Flags", words: "nation" },
  { unicode: "🏻", name: "light skin tone", group: "Component", words: "" },
];
const all = toEmoji(rows);
const named = (label: string) => all.find((emoji) => emoji.label === label) as NonNullable<(typeof all)[number]>;

describe("A2.14 emoji", () => {
  it("sorts emoji into the spec's six categories and leaves out components", () => {
    expect(all.length).toBe(rows.length - 1);
    expect(new Set(all.map((emoji) => emoji.category))).toEqual(new Set(["people", "animals", "food", "activities", "travel", "objects"]));
    expect(named("flag Kenya").category).toBe("travel");
  });

  it("applies the skin tone to both people of a pair, and to no object", () => {
    expect(withTone(named("waving hand"), 0)).toBe("👋");
    expect(withTone(named("waving hand"), 1)).toBe("👋🏻");
    expect(withTone(named("waving hand"), 5)).toBe("👋🏿");
    expect(withTone(named("pizza"), 5)).toBe("🍕");
    expect(withTone(named("family"), 5)).toBe("👪");
    expect(withTone(named("handshake"), 3)).toBe("🤝🏽");
    expect(withTone(named("people holding hands"), 3)).toBe("🧑🏽‍🤝‍🧑🏽");
  });

  it("replaces the variation selector by the tone", () => {
    expect([...withTone(named("victory hand"), 2)]).toEqual(["✌", "🏼"]);
  });

  it("finds by beginnings of words, matches in the name first", () => {
    expect(searchEmoji(all, "pizz")[0]?.unicode).toBe("🍕");
    expect(searchEmoji(all, "Wav")[0]?.label).toBe("waving hand");
    expect(searchEmoji(all, "kenya flag").map((emoji) => emoji.unicode)).toEqual(["🇰🇪"]);
    expect(searchEmoji(all, "qqqq")).toEqual([]);
    expect(searchEmoji(all, "f").length).toBeLessThanOrEqual(EMOJI.foundMax);
  });

  it("remembers the last emoji, each once, newest first", () => {
    expect(rememberEmoji(["a", "b"], "b")).toEqual(["b", "a"]);
    const many = Array.from({ length: 99 }, (_, index) => `${index}`).reduce<readonly string[]>(rememberEmoji, []);
    expect(many).toHaveLength(EMOJI.recents);
    expect(many[0]).toBe("98");
    expect(parseRecents(many.join(" "))).toEqual(many);
    expect(parseRecents(undefined)).toEqual([]);
    expect([parseTone("3"), parseTone("9"), parseTone(undefined)]).toEqual([3, 0, 0]);
  });

  it("moves through the grid and stops at its ends", () => {
    expect(moveInGrid("ArrowRight", 0, { count: 20, columns: 9 })).toBe(1);
    expect(moveInGrid("ArrowDown", 1, { count: 20, columns: 9 })).toBe(10);
    expect(moveInGrid("ArrowDown", 15, { count: 20, columns: 9 })).toBe(19);
    expect(moveInGrid("ArrowUp", 3, { count: 20, columns: 9 })).toBe(0);
    expect(moveInGrid("ArrowLeft", 0, { count: 20, columns: 9 })).toBe(0);
  });
});
