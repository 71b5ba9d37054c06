/** User actions in any browser, by visible names: the page finds the element with that name, and the browser clicks it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "vitest";
import type { Credentials } from "../harness/user.ts";
import type { OtherBrowser } from "./other-browser.ts";

const FINDER = readFileSync(createRequire(import.meta.url).resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"), "utf8");
const PATIENCE = { timeout: 45_000, interval: 100 };

/** A complete name, or a pattern for it. */
export type Called = string | RegExp;

const toMatcher = (name: Called) => (typeof name === "string" ? JSON.stringify(name) : String(name));
const isShown = "(element) => element.checkVisibility() && element.getBoundingClientRect().width > 0";

export function openVisitor(browser: OtherBrowser) {
  const bringFinder = async () => {
    if ((await browser.evaluate("typeof TestingLibraryDom")) !== "undefined") return;
    await browser.evaluate(`(() => { ${FINDER}\n })()`);
  };
  const until = async (expression: string, wanted: unknown, what: string) => {
    const look = async () => {
      await bringFinder();
      return browser.evaluate(expression);
    };
    await expect.poll(look, { ...PATIENCE, message: `${browser.name}: ${what}` }).toBe(wanted);
  };
  const byRole = (role: string, name: Called) =>
    `TestingLibraryDom.queryAllByRole(document.body, "${role}", { name: ${toMatcher(name)} }).filter(${isShown}).at(-1)`;
  const byLabel = (name: string) =>
    `TestingLibraryDom.queryAllByLabelText(document.body, ${JSON.stringify(name)}).filter(${isShown}).at(-1)`;
  const clickOn = async (expression: string, what: string) => {
    await until(`(() => { const found = ${expression}; return found !== undefined && !found.disabled; })()`, true, what);
    await browser.click(expression);
  };
  const at = (path: string) => until("location.pathname", path, `at ${path}`);

  const visitor = {
    at,
    press: (role: string, name: Called) => clickOn(byRole(role, name), `${role} ${name}`),
    pressText: (text: string) => clickOn(`TestingLibraryDom.queryByText(document.body, ${JSON.stringify(text)}) ?? undefined`, text),
    sees: (role: string, name: Called) => until(`${byRole(role, name)} !== undefined`, true, `${role} ${name} is seen`),
    reads: (text: string) => until(`document.body.innerText.includes(${JSON.stringify(text)})`, true, `'${text}' is read`),
    async fill(label: string, text: string) {
      await clickOn(byLabel(label), label);
      await browser.type(text);
      await until(`${byLabel(label)}?.value`, text, `${label} holds what was typed`);
    },
    async register(origin: string, { email, password }: Credentials) {
      await browser.open(`${origin}/login`);
      await visitor.press("link", "Create account");
      await visitor.fill("Confirm password", password);
      await visitor.fill("Email", email);
      await visitor.fill("Password", password);
      await visitor.pressText("I accept the terms and conditions");
      await visitor.press("button", "Create account");
      await at("/onboarding");
    },
    async connectDrive() {
      await visitor.press("button", "Continue");
      // The radio itself is visually hidden, so the label is clicked.
      await clickOn(`${byRole("radio", /^Free/)}?.closest("label") ?? undefined`, "Free");
      await visitor.press("button", "Continue");
      await visitor.press("button", /^Connect\b/);
      await visitor.press("button", "Allow");
      await visitor.press("button", "Start using Notes");
      await at("/notes");
    },
    async signIn(origin: string, { email, password }: Credentials) {
      await browser.open(`${origin}/login`);
      await visitor.fill("Email", email);
      await visitor.fill("Password", password);
      await visitor.press("button", "Sign In");
      await at("/dashboard");
      await visitor.press("link", /^Notes/);
      await at("/notes");
    },
    async beginNote(title: string) {
      await visitor.press("button", /^New Note/);
      await clickOn(byRole("textbox", /title$/i), "title");
      await browser.type(title);
      await clickOn(byRole("textbox", "Note text"), "text");
    },
    async openNote(title: string) {
      await visitor.press("option", new RegExp(`^${title}`));
      await visitor.sees("heading", title);
    },
    waitForState: (title: string, state: string) => visitor.sees("option", new RegExp(`^${title}.*${state}`)),
  };
  return visitor;
}
