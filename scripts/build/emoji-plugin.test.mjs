import { describe, expect, it } from "vitest";
import { searchEmoji, toEmoji } from "../../packages/core/src/document/emoji.ts";
import { emojiModules, emojiTable } from "../../packages/web/emoji-plugin.ts";

const all = toEmoji(emojiTable());

describe("A2.14 the emoji table of the build", () => {
  it("puts every emoji into a category", () => {
    expect(all.length).toBe(emojiTable().length);
    expect(all.length).toBeGreaterThan(1900);
  });

  it("has tones that Unicode calls one emoji", () => {
    const isEmoji = /^\p{RGI_Emoji}$/v;
    const toned = all.flatMap(({ tones }) => tones);
    expect(toned.length).toBeGreaterThan(1500);
    // The newest emoji are unknown to an older Node, with or without a tone.
    const known = all.filter(({ unicode }) => isEmoji.test(unicode)).flatMap(({ tones }) => tones);
    expect(known.filter((unicode) => !isEmoji.test(unicode))).toEqual([]);
  });

  it("finds emoji by words that are not in their name", () => {
    expect(searchEmoji(all, "tada").map(({ unicode }) => unicode)).toContain("🎉");
    expect(searchEmoji(all, "kenya flag").map(({ unicode }) => unicode)).toEqual(["🇰🇪"]);
  });

  it("provides the names of chats and nothing under other ids", () => {
    const plugin = emojiModules();
    expect(JSON.parse(plugin.load(plugin.resolveId("virtual:emoji-shortcodes")))).toMatchObject({ smile: "😄", tada: "🎉", "+1": "👍" });
    expect(plugin.resolveId("virtual:other")).toBeUndefined();
    expect(plugin.load("/src/main.tsx")).toBeUndefined();
  });
});
