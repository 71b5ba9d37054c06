/** `npm run browsers`: the main path through the app and the editor's keys, in browsers other than Chromium. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLosingProxy } from "../harness/servers/losing-proxy.ts";
import { startServer, type TestServer } from "../harness/servers/server.ts";
import { closeAll, runInOrder } from "../harness/story.ts";
import { openFirefox } from "./firefox.ts";
import type { OtherBrowser } from "./other-browser.ts";
import { openVisitor } from "./visitor.ts";
import { openWebKit } from "./webkit.ts";

const { SATCHEL_FIREFOX, SATCHEL_WEBKIT, SATCHEL_WEBKIT_DRIVER, SATCHEL_XVFB } = process.env;
const BROWSERS: readonly (readonly [name: string, open: () => Promise<OtherBrowser>])[] = [
  ...(SATCHEL_FIREFOX ? ([["Firefox", () => openFirefox(SATCHEL_FIREFOX)]] as const) : []),
  ...(SATCHEL_WEBKIT && SATCHEL_WEBKIT_DRIVER && SATCHEL_XVFB
    ? ([["WebKitGTK", () => openWebKit({ browser: SATCHEL_WEBKIT, driver: SATCHEL_WEBKIT_DRIVER, screen: SATCHEL_XVFB })]] as const)
    : []),
];
const ADA = { email: "ada@example.org", password: "Correct horse 1" };
const EDITOR = `document.querySelector('[role="textbox"][aria-label="Note text"]')`;
/** HTML of the editor without attributes and without elements that only support the caret. */
const SHOWN = `(() => {
  const copy = ${EDITOR}.cloneNode(true);
  for (const one of copy.querySelectorAll("br.ProseMirror-trailingBreak, .ProseMirror-separator, .ProseMirror-widget")) one.remove();
  return copy.innerHTML.replace(/<(\\w+)[^>]*>/g, "<$1>");
})()`;

/** Text to type, keys to hold together, or an option to wait for. */
type Step = string | readonly string[] | { readonly option: string };
const KEYS: readonly (readonly [what: string, steps: readonly Step[], html: string])[] = [
  ["bold", ["a ", ["Control", "b"], "b", ["Control", "b"], " c"], "<p>a <strong>b</strong> c</p>"],
  ["italic", ["a ", ["Control", "i"], "b"], "<p>a <em>b</em></p>"],
  ["underline", ["a ", ["Control", "u"], "b"], "<p>a <u>b</u></p>"],
  ["a heading, and text after it", ["# Title", ["Enter"], "text"], "<h1>Title</h1><p>text</p>"],
  ["a quote", ["> said"], "<blockquote><p>said</p></blockquote>"],
  ["a list that goes in", ["- one", ["Enter"], ["Tab"], "two"], "<ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul>"],
  ["and out again", ["- one", ["Enter"], ["Tab"], "two", ["Shift", "Tab"]], "<ul><li><p>one</p></li><li><p>two</p></li></ul>"],
  ["the end of a list", ["1. one", ["Enter"], ["Enter"], "after"], "<ol><li><p>one</p></li></ol><p>after</p>"],
  ["a new line in a paragraph", ["one", ["Shift", "Enter"], "two"], "<p>one<br>two</p>"],
  ["undo", ["one", ["Control", "a"], ["Control", "b"], ["Control", "z"]], "<p>one</p>"],
  ["redo", ["one", ["Control", "a"], ["Control", "b"], ["Control", "z"], ["Control", "Shift", "z"]], "<p><strong>one</strong></p>"],
  ["the beginning of a line", ["two", ["Home"], "one ", ["End"], " three"], "<p>one two three</p>"],
  ["a word before the caret", ["one two", ["Control", "Backspace"], "three"], "<p>one three</p>"],
  ["arrows over a selection", ["onetwo", ["Shift", "ArrowLeft"], ["Shift", "ArrowLeft"], ["Shift", "ArrowLeft"], "2"], "<p>one2</p>"],
  ["letters of other languages", ["Søren 春眠 Ωμέγα"], "<p>Søren 春眠 Ωμέγα</p>"],
  ["the slash menu", ["/h2", { option: "Heading 2" }, ["Enter"], "Chapter"], "<h2>Chapter</h2>"],
];

it("requires another browser", () => expect(BROWSERS).not.toEqual([]));

describe.each(BROWSERS)("The main job and the editor's keys in %s", (_, open) => {
  let server: TestServer;
  let browser: OtherBrowser;
  let second: OtherBrowser | undefined;
  let third: OtherBrowser | undefined;
  let visitor: ReturnType<typeof openVisitor>;

  runInOrder(() => [browser, second, third]);
  beforeAll(async () => {
    server = await startServer();
    browser = await open();
    visitor = openVisitor(browser);
    process.stdout.write(`${browser.name}\n`);
  });
  afterAll(() => closeAll(browser, second, third, server));

  it("A2.3 creates an account", () => visitor.register(server.origin, ADA));

  it("A2.5 connects the drive", () => visitor.connectDrive());

  it("A4 writes a note that reaches the drive", async () => {
    await visitor.beginNote("Harvest");
    await browser.type("Today we picked ");
    await browser.press("Control", "b");
    await browser.type("thimbleberry");
    await browser.press("Control", "s");
    await visitor.waitForState("Harvest", "In your drive");
  });

  it("A4 shows the note after a reload", async () => {
    await browser.reload();
    await visitor.openNote("Harvest");
    await expect.poll(() => browser.evaluate(`document.querySelector("article strong")?.textContent`)).toBe("thimbleberry");
  });

  it.each(KEYS)("A2.14 handles the keys of %s", async (what, steps, html) => {
    if (what === KEYS[0]?.[0]) await visitor.beginNote("Keys");
    await browser.press("Control", "a");
    await browser.press("Backspace");
    for (const step of steps) {
      if (typeof step === "string") await browser.type(step);
      else if ("option" in step) await visitor.sees("option", step.option);
      else await browser.press(...step);
    }
    await expect.poll(() => browser.evaluate(SHOWN), { message: what }).toBe(html);
  });

  it("A1 opens without its server, keeps new text, and sends it later", async () => {
    await browser.press("Control", "s");
    await visitor.waitForState("Keys", "In your drive");
    await browser.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await server.halt();
    await browser.reload();
    await visitor.openNote("Harvest");
    await visitor.beginNote("Alone");
    await browser.type("written without a server");
    await browser.press("Control", "s");
    await visitor.waitForState("Alone", "On this device");
    await server.restart();
    await browser.evaluate(`window.dispatchEvent(new Event("focus"))`);
    await visitor.waitForState("Alone", "In your drive");
  });

  it("A4 shows all notes, decrypted, in a browser that signs in for the first time", async () => {
    second = await open();
    const elsewhere = openVisitor(second);
    await elsewhere.signIn(server.origin, ADA);
    await elsewhere.openNote("Harvest");
    await elsewhere.reads("thimbleberry");
    await elsewhere.openNote("Alone");
    await elsewhere.reads("written without a server");
  });

  it("decision 0007 starts although a script was lost, and reloads lost parts on demand", async () => {
    const proxy = await openLosingProxy(server.origin);
    third = await open();
    try {
      const elsewhere = openVisitor(third);
      proxy.lose("start", "PromptDialogs");
      proxy.withhold("RegisterScreen");
      await third.open(`${proxy.origin}/login`);
      // Each was fetched ahead in vain and will be fetched again when it is needed.
      await expect.poll(() => new Set(proxy.lost()).size).toBe(3);
      await elsewhere.press("link", "Create account");
      await elsewhere.sees("button", "Try again");
      proxy.give("RegisterScreen");
      await elsewhere.press("button", "Try again");
      await elsewhere.fill("Email", ADA.email);
      await third.evaluate("history.back()");
      await elsewhere.press("button", "Use Locally (No Account Required)");
      await elsewhere.press("button", "I Understand - Use Local Mode");
      await elsewhere.at("/notes");
    } finally {
      await proxy.close();
    }
  });

  it("keeps the console of every page clean", () => {
    expect([...browser.complaints(), ...(second?.complaints() ?? [])]).toEqual([]);
  });
});
