import { firstDirection, isLeftToRight } from "@satchel/web/editor/long-documents/left-to-right.ts";
import { describe, expect, it } from "vitest";

const STRONG_RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Phoenician}\p{Script=Hanifi_Rohingya}]/u;
/** Characters that several scripts share do not set a direction by themselves. */
const WITHOUT_DIRECTION = /[\p{M}\p{N}\p{P}\p{S}]/u;

describe("the direction of a text", () => {
  it("is certain for Latin, Greek, Cyrillic, Chinese, Korean, Thai, Hindi and emoji", () => {
    const texts = ["", "some words", "λόγος", "слово", "春眠不觉晓 𠮷", "한글", "ไทย", "नमस्ते", "👩‍👩‍👧‍👦 😀", "12 + 3 = 15 €\t\n"];
    expect(texts.filter((text) => !isLeftToRight(text))).toEqual([]);
  });

  it("is uncertain with one letter of any right-to-left script, anywhere", () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const letter = String.fromCodePoint(code);
      if (STRONG_RIGHT_TO_LEFT.test(letter) && !WITHOUT_DIRECTION.test(letter) && isLeftToRight(`some ${letter} words`))
        missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it("is uncertain with characters that change the direction", () => {
    const marks = ["\u200f", "\u202b", "\u202e", "\u2067", "\u2068"];
    expect(marks.filter((mark) => isLeftToRight(`a${mark}b`))).toEqual([]);
  });

  it("is that of the first letter or direction mark, whatever surrounds it", () => {
    for (const text of ["", "12 (3)", "one \u05d0", "12 λ \u05d0", "\u200e\u05d0", "𠮷 \u05d0"]) expect(firstDirection(text)).toBe("ltr");
    for (const text of ["\u05d0 one", "12 (\u0633) one", "\u200fone", "\u{10d00} one"]) expect(firstDirection(text)).toBe("rtl");
  });
});
