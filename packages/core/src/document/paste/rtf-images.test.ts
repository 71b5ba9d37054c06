import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRtfImages, withRtfImages } from "./rtf-images.ts";

const PNG = "{\\*\\shppict{\\pict\\picw1\\pngblip\n89504e47\n0d0a1a0a}}";
const disk = (name: string): string => `<img width=1 src="file:///C:/Temp/${name}">`;
const SHOWN = '<img width=1 src="data:image/png;base64,iVBORw0KGgo=">';

describe("A2.14 images in Word's RTF clipboard", () => {
  it("are inserted into the HTML in order", () => {
    expect(withRtfImages(`a${disk("1.png")}b${disk("2.png")}`, `{\\rtf1 a${PNG}b${PNG}}`)).toBe(`a${SHOWN}b${SHOWN}`);
  });

  it("are left out if no browser shows their format", () => {
    const html = disk("1.wmz") + disk("2.png");
    expect(withRtfImages(html, `{\\rtf1 {\\pict\\wmetafile8 0100}${PNG}}`)).toBe(disk("1.wmz") + SHOWN);
  });

  it("are left out if the counts differ", () => {
    expect(withRtfImages(disk("1.png"), `{\\rtf1 ${PNG}${PNG}}`)).toBe(disk("1.png"));
    expect(withRtfImages(disk("1.png"), "")).toBe(disk("1.png"));
  });

  it("ignore headers, bullets, compatibility copies and HTML comments", () => {
    const rtf = `{\\rtf1 {\\header ${PNG}}{\\*\\listpicture ${PNG}}${PNG}{\\nonshppict{\\pict\\wmetafile8 0100}}}`;
    expect(withRtfImages(`<!--[if vml]>${disk("0.png")}<![endif]-->${disk("1.png")}`, rtf)).toBe(
      `<!--[if vml]>${disk("0.png")}<![endif]-->${SHOWN}`,
    );
  });

  it("are read to their last byte", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(bytes, (data) => {
        const [address] = readRtfImages(`{\\rtf1{\\pict\\jpegblip ${Buffer.from(data).toString("hex")}}}`);
        expect(address).toBe(`data:image/jpeg;base64,${Buffer.from(data).toString("base64")}`);
      }),
    );
  });

  it("terminate on any RTF and HTML", () => {
    const part = fc.constantFrom(
      "{",
      "}",
      "\\pict",
      "\\pngblip ",
      "89",
      "\\bin9 ",
      "\\",
      "\\'e4",
      "<img src=file:x",
      ">",
      "<!--",
      "-->",
      PNG,
      " x",
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (html, rtf) => {
        expect(withRtfImages(html.join(""), rtf.join("")).length).toBeGreaterThanOrEqual(html.join("").length - 200);
      }),
    );
  });
});
