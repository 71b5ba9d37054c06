import { describe, expect, it } from "vitest";
import { CURSOR_MARK, fillTemplate, type TemplateValues } from "./fill-template.ts";

const AT = Date.UTC(2026, 0, 2, 15, 4, 9);
const VALUES: TemplateValues = { nowMs: AT, style: { locale: "en-GB", timeZone: "UTC" } };
const content = (html: string, values = VALUES): string => fillTemplate({ title: "T & co", content: html }, values).content;
const date = (pattern: string): string => content(`<p>{{date:${pattern}}}</p>`).slice(3, -4);

describe("decision 0059 placeholders of templates", () => {
  it("fills date, time and title, in any case and with spaces", () => {
    expect(content("<p>{{date}} {{ Time }} {{TITLE}}</p>")).toBe("<p>2 Jan 2026 15:04 T &amp; co</p>");
  });

  it.each([
    ["YYYY-MM-DD", "2026-01-02"],
    ["dddd, D MMMM YY", "Friday, 2 January 26"],
    ["ddd DD MMM", "Fri 02 Jan"],
    ["h:mm A, hh a", "3:04 PM, 03 pm"],
    ["HH:mm:ss H s", "15:04:09 15 9"],
    ["[Week] W of YYYY", "Week 1 of 2026"],
    ["[YYYY]", "YYYY"],
  ])("formats a date by the pattern %s", (pattern, shown) => {
    expect(date(pattern)).toBe(shown);
  });

  it.each([
    [Date.UTC(2027, 0, 3), "53"],
    [Date.UTC(2027, 0, 4), "1"],
    [Date.UTC(2025, 11, 29), "1"],
  ])("numbers weeks by ISO 8601", (nowMs, week) => {
    expect(content("<p>{{date:W}}</p>", { ...VALUES, nowMs })).toBe(`<p>${week}</p>`);
  });

  it("shows the date of the reader's zone", () => {
    const style = { locale: "en-GB", timeZone: "Asia/Tokyo" };
    expect(content("<p>{{date:YYYY-MM-DD HH}}</p>", { ...VALUES, style })).toBe("<p>2026-01-03 00</p>");
  });

  it("takes the given date for dates, and the clock for times", () => {
    const dateMs = Date.UTC(2026, 4, 1, 12);
    expect(content("<p>{{date:D MMM}} {{time}}</p>", { ...VALUES, dateMs })).toBe("<p>1 May 15:04</p>");
  });

  it("fills the template's own title, without {{title}} and {{cursor}} in it", () => {
    expect(fillTemplate({ title: "Log {{date:D.M.}}{{cursor}} {{title}}", content: "" }, VALUES).title).toBe("Log 2.1.");
  });

  it("prefers a given title", () => {
    const given = { ...VALUES, title: "<b>" };
    expect(fillTemplate({ title: "Log {{date}}", content: "<p>{{title}}</p>" }, given)).toEqual({
      title: "<b>",
      content: "<p>&lt;b&gt;</p>",
    });
  });

  it("marks the first cursor and removes the others", () => {
    expect(content(`<p>a${CURSOR_MARK}{{cursor}}b</p><p>{{cursor}}</p>`)).toBe(`<p>a${CURSOR_MARK}b</p><p></p>`);
  });

  it("leaves code, attributes and unknown placeholders as they are", () => {
    const html = '<pre><code>{{date}}</code></pre><p><code>{{title}}</code><a href="https://x/{{date}}">x</a> {{dates}} {date}</p>';
    expect(content(html)).toBe(html);
  });

  it("fills at most 500 placeholders", () => {
    const filled = content(`<p>${"{{title}}".repeat(600)}</p>`);
    expect(filled.match(/\{\{title\}\}/g)).toHaveLength(100);
  });
});
