import { failed, ok } from "@satchel/core/model/result.ts";
import type { ChatListener } from "@satchel/core/ports/ai.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { describe, expect, it, vi } from "vitest";
import { actionOf } from "../../editor/controls/toolbar-context.ts";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

type Options = Parameters<typeof renderApp>[0];
const OPERATOR = { host: "ai.example", model: "small" };

/** A new note with some text, and a host whose responses the test gives by hand. */
async function writing(options: Options = {}, select: (editor: Editor) => void = (editor) => void editor.commands.setTextSelection(6)) {
  const asked: { readonly prompt: string; readonly listener: ChatListener; stopped: boolean }[] = [];
  const answer = (prompt: string, listener: ChatListener) => {
    const one = { prompt, listener, stopped: false };
    asked.push(one);
    return () => {
      one.stopped = true;
    };
  };
  const app = await renderApp({ session: SIGNED_IN, path: "/notes/new", ai: { operator: OPERATOR, answer }, ...options });
  const text = (await screen.findByRole("textbox", { name: "Note text" }, { timeout: 45_000 })) as HTMLElement & { editor: Editor };
  act(() => void text.editor.commands.setContent({ type: "doc", content: [paragraph("first"), paragraph("last")] }));
  act(() => select(text.editor));
  await app.user.click(await screen.findByRole("button", { name: "AI Search" }));
  return { ...app, text, asked, html: () => text.editor.getHTML(), last: () => asked.at(-1) };
}

const paragraph = (content: string) => ({ type: "paragraph", content: [{ type: "text", text: content }] });
const promptBox = () => screen.findByRole("textbox", { name: "Ask AI to help with your content:" });

describe("A4 AI dialog", () => {
  it("streams the response, and pastes it as rich text on a new line at the caret", async () => {
    const { user, last, html, asked } = await writing();
    await user.type(await promptBox(), "A list{Enter}");
    await screen.findByText("Searching...");
    expect(asked.map((one) => one.prompt)).toEqual(["A list"]);
    act(() => last()?.listener.onText("## Milk\n\n- **one**\n"));
    expect(await screen.findByText(/## Milk/)).toBeTruthy();
    act(() => last()?.listener.onText("- two\n\n<script>x()</script>"));
    act(() => last()?.listener.onEnd(ok(undefined)));
    const answer = await screen.findByRole("region", { name: "AI Generated Content:" });
    await user.click(within(answer).getByRole("button", { name: "Paste in Note" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() =>
      expect(html()).toBe("<p>first</p><h2>Milk</h2><ul><li><p><strong>one</strong></p></li><li><p>two</p></li></ul><p>last</p>"),
    );
    expect(await screen.findByText("AI response pasted successfully!")).toBeTruthy();
  });

  it("keeps the response if its reader cannot load, and pastes it at the next try", async () => {
    const READER = "@satchel/core/document/markdown/markdown-html.ts";
    vi.doMock(READER, () => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
    const { user, last, html } = await writing();
    await user.type(await promptBox(), "A list{Enter}");
    act(() => last()?.listener.onText("**one**"));
    act(() => last()?.listener.onEnd(ok(undefined)));
    await user.click(await screen.findByRole("button", { name: "Paste in Note" }));
    expect(await screen.findByText("This part couldn't be loaded. Check your connection and try again.")).toBeTruthy();
    expect(screen.getByText("**one**")).toBeTruthy();
    expect(html()).toBe("<p>first</p><p>last</p>");

    vi.doUnmock(READER);
    await user.click(screen.getByRole("button", { name: "Paste in Note" }));
    await waitFor(() => expect(html()).toBe("<p>first</p><p><strong>one</strong></p><p>last</p>"));
  });

  it("names the host, rejects a blank prompt, and breaks lines with Shift and Enter", async () => {
    const { user, asked } = await writing();
    expect(await screen.findByText(/^Sent to ai.example. Only what you write here is sent/)).toBeTruthy();
    const box = await promptBox();
    expect(screen.getByRole("button", { name: "Ask" }).hasAttribute("disabled")).toBe(true);
    await user.type(box, "   {Enter}");
    expect(asked).toEqual([]);
    await user.type(box, "a{Shift>}{Enter}{/Shift}b");
    expect((box as HTMLTextAreaElement).value).toContain("a\nb");
    expect(asked).toEqual([]);
  });

  it("stops on request, keeps the partial response, and asks again", async () => {
    const { user, last, asked } = await writing();
    await user.type(await promptBox(), "Go on{Enter}");
    await waitFor(() => expect(asked).toHaveLength(1));
    act(() => last()?.listener.onText("Half an ans"));
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(asked[0]?.stopped).toBe(true);
    expect(screen.getByText("Half an ans")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.queryByText("Half an ans")).toBeNull();
  });

  it.each([
    ["unavailable", "AI service is unavailable. Please check your configuration in Profile settings."],
    ["offline", "Network error. Please check your internet connection."],
    ["failed", "AI search failed. Please try again."],
    ["no-content", "No response received"],
    ["no-token", "No authentication token found"],
    ["too-long", "This prompt is too long. You can send up to 32000 characters to this server's AI."],
  ] as const)("shows the catalog's message for %s", async (kind, sentence) => {
    const { user, last, asked } = await writing();
    await user.type(await promptBox(), "x{Enter}");
    await waitFor(() => expect(asked).toHaveLength(1));
    act(() => last()?.listener.onEnd(failed({ kind })));
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
  });

  it("keeps a partial response, explains the break, and pastes it", async () => {
    const { user, last, asked, html } = await writing();
    await user.type(await promptBox(), "x{Enter}");
    await waitFor(() => expect(asked).toHaveLength(1));
    act(() => last()?.listener.onText("Half an answer"));
    act(() => last()?.listener.onEnd(failed({ kind: "offline" })));
    expect((await screen.findByRole("alert")).textContent).toBe("Network error. Please check your internet connection.");
    expect(screen.getByText("Half an answer")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Paste in Note" }));
    await waitFor(() => expect(html()).toBe("<p>first</p><p>Half an answer</p><p>last</p>"));
  });

  it("keeps the focus with its buttons, so that Escape always closes it", async () => {
    const { user, last, asked } = await writing();
    await user.type(await promptBox(), "x");
    await user.click(screen.getByRole("button", { name: "Ask" }));
    await waitFor(() => expect(asked).toHaveLength(1));
    const submit = screen.getByRole("button", { name: "Ask" });
    // A disabled button would lose the focus to the page behind the dialog.
    expect([submit.hasAttribute("disabled"), submit.getAttribute("aria-disabled")]).toEqual([false, "true"]);
    act(() => last()?.listener.onText("half"));
    await user.click(screen.getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Ask AI/ })));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Ask AI/ }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("forgets prompt and response when closed, and stops the request", async () => {
    const { user, text, asked, last, html } = await writing();
    await user.type(await promptBox(), "Secret{Enter}");
    await waitFor(() => expect(asked).toHaveLength(1));
    act(() => last()?.listener.onText("Half an answer"));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked[0]?.stopped).toBe(true);
    act(() => void text.editor.commands.focus("end"));
    await user.click(screen.getByRole("button", { name: "AI Search" }));
    expect(((await promptBox()) as HTMLTextAreaElement).value).toBe("");
    expect(screen.queryByText(/^(?:Half an answer|Searching\.\.\.)$/)).toBeNull();
    await user.type(await promptBox(), "x{Enter}");
    await waitFor(() => expect(asked).toHaveLength(2));
    act(() => last()?.listener.onText("answer"));
    act(() => last()?.listener.onEnd(ok(undefined)));
    await user.click(await screen.findByRole("button", { name: "Paste in Note" }));
    await waitFor(() => expect(html()).toBe("<p>first</p><p>last</p><p>answer</p>"));
  });

  it("finds its position after the text above changed", async () => {
    const { user, text, last, asked, html } = await writing();
    await user.type(await promptBox(), "x{Enter}");
    await waitFor(() => expect(asked).toHaveLength(1));
    act(() => void text.editor.commands.insertContentAt(0, paragraph("from another device")));
    act(() => last()?.listener.onText("answer"));
    act(() => last()?.listener.onEnd(ok(undefined)));
    await user.click(await screen.findByRole("button", { name: "Paste in Note" }));
    await waitFor(() => expect(html()).toBe("<p>from another device</p><p>first</p><p>answer</p><p>last</p>"));
  });
});

describe("AI on a selection", () => {
  const all = (editor: Editor) => void editor.commands.setTextSelection({ from: 1, to: 12 });
  const word = (editor: Editor) => void editor.commands.setTextSelection({ from: 1, to: 3 });
  const selecting = async (select: (editor: Editor) => void, answer: string) => {
    const app = await writing({}, select);
    await app.user.click(await screen.findByRole("button", { name: "Make shorter" }));
    await waitFor(() => expect(app.asked).toHaveLength(1));
    act(() => app.last()?.listener.onText(answer));
    act(() => app.last()?.listener.onEnd(ok(undefined)));
    return app;
  };

  it("sends it as Markdown with a notice, previews the response, and replaces it", async () => {
    const { user, asked, html, text } = await selecting(all, "## Milk\n\n**one**");
    expect(asked[0]?.prompt).toMatch(/^Make this text shorter\.[^\n]*\n\nfirst\n\nlast$/);
    expect(screen.getByText(/^Sent to ai.example: what you write here and the selected text/)).toBeTruthy();
    expect((await screen.findByRole("heading", { name: "Milk" })).tagName).toBe("H2");
    await user.click(screen.getByRole("button", { name: "Replace" }));
    await waitFor(() => expect(html()).toBe("<h2>Milk</h2><p><strong>one</strong></p>"));
    act(() => void text.editor.commands.undo());
    expect(html()).toBe("<p>first</p><p>last</p>");
  });

  it("keeps one line within its line, even if the text above changed", async () => {
    const { user, html, text } = await selecting(word, "FI");
    act(() => void text.editor.commands.insertContentAt(0, paragraph("above")));
    await user.click(screen.getByRole("button", { name: "Replace" }));
    await waitFor(() => expect(html()).toBe("<p>above</p><p>FIrst</p><p>last</p>"));
  });

  it("inserts below the selection's block, or nothing if discarded", async () => {
    const { user, html, last, asked } = await selecting(word, "so");
    await user.click(screen.getByRole("button", { name: "Insert below" }));
    await waitFor(() => expect(html()).toBe("<p>first</p><p>so</p><p>last</p>"));
    await user.click(screen.getByRole("button", { name: "AI Search" }));
    await user.type(await promptBox(), "x{Enter}");
    await waitFor(() => expect(asked).toHaveLength(2));
    act(() => last()?.listener.onText("no"));
    act(() => last()?.listener.onEnd(ok(undefined)));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(html()).toBe("<p>first</p><p>so</p><p>last</p>");
  });
});

describe("decision 0006 no byte of a sensitive note is sent without a question", () => {
  it("asks before each prompt, and sends nothing if declined", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", ai: { operator: OPERATOR, answer: () => sent() } });
    let prompts = 0;
    const sent = () => {
      prompts += 1;
      return () => undefined;
    };
    const { notes, sensitive, tabs } = app.services.open;
    await act(async () => void (await sensitive.setUp("quiet sea 77")));
    const folder = notes.store.getState().folders.find((one) => one.folderType === "SENSITIVE");
    act(() => void tabs.openNew(folder?.folderId ?? null));
    await app.user.click(await screen.findByRole("button", { name: "AI Search" }, { timeout: 45_000 }));
    await app.user.type(await promptBox(), "my diagnosis{Enter}");
    const question = await screen.findByRole("alertdialog", { name: "Send this from a sensitive note?" });
    expect(question.textContent).toContain("ai.example");
    await app.user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(prompts).toBe(0);
    await app.user.click(screen.getByRole("button", { name: "Ask" }));
    await app.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Send" }));
    await waitFor(() => expect(prompts).toBe(1));
  });
});

describe("A6 local mode has no AI", () => {
  it("says who has it, opens no dialog, and is in no menu of the editor", async () => {
    const { text } = await writing({ localMode: true, session: { kind: "signed-out" } });
    expect(actionOf(text.editor, "ai")).toBeUndefined();
    expect(await screen.findByText("AI features only available once you Sign up")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("B2 AI settings", () => {
  async function settings(options: Options = {}) {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", ai: { operator: OPERATOR }, ...options });
    await app.user.click(await screen.findByRole("button", { name: /settings/i }));
    await app.user.click(await screen.findByRole("tab", { name: "AI Settings" }));
    return app;
  }

  it("stores the user's own host with the token masked, and uses it from then on", async () => {
    const { user, services } = await settings();
    expect(
      await screen.findByText(
        "Without a URL, Satchel uses this server's AI: small at ai.example. The token and model are used only with a URL.",
      ),
    ).toBeTruthy();
    expect(screen.getByLabelText("URL").getAttribute("placeholder")).toBe("https://api.example.com/v1/chat/completions");
    expect(screen.getByLabelText("URL").getAttribute("type")).toBe("url");
    expect(screen.getByLabelText("Model").getAttribute("placeholder")).toBe("instruct-model");
    await user.click(screen.getByLabelText("URL"));
    await user.paste("not an address");
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    expect(await screen.findByText("Enter a URL that starts with http:// or https://")).toBeTruthy();
    await user.clear(screen.getByLabelText("URL"));
    await user.paste("http://localhost:11434/v1/chat/completions");
    expect(screen.getByLabelText("Authorization Token").getAttribute("type")).toBe("password");
    await user.click(screen.getByLabelText("Authorization Token"));
    await user.paste("own-token");
    const bearer = screen.getByRole("checkbox", { name: "Send as a Bearer token" });
    expect((bearer as HTMLInputElement).checked).toBe(false);
    await user.click(bearer);
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    expect(await screen.findByText("AI configuration saved successfully!")).toBeTruthy();
    expect(services.ai.store.getState().config).toEqual({
      aiUrl: "http://localhost:11434/v1/chat/completions",
      aiToken: "own-token",
      aiModel: "",
      isBearer: true,
    });
  });

  it("shows a skeleton until it is read", async () => {
    const { services } = await renderApp({ session: SIGNED_IN, path: "/notes", ai: { operator: OPERATOR } });
    let read = (): void => undefined;
    const reading = new Promise<void>((resolve) => {
      read = resolve;
    });
    const { ai } = services;
    const readNow = ai.read.bind(ai);
    Object.assign(ai, { read: () => reading.then(readNow) });
    fireEvent.click(await screen.findByRole("button", { name: /settings/i }));
    fireEvent.click(await screen.findByRole("tab", { name: "AI Settings" }));
    const panel = within(await screen.findByRole("tabpanel", { name: "AI Settings" }));
    expect(panel.getByRole("status", { name: "Loading AI configuration" }).children).toHaveLength(3);
    expect(panel.queryByLabelText("URL")).toBeNull();
    read();
    expect(await panel.findByLabelText("URL")).toBeTruthy();
    expect(panel.queryByRole("status", { name: "Loading AI configuration" })).toBeNull();
  });

  it("reports a failed read, and that saving is in progress", async () => {
    await settings({ ai: { cannotRead: true } });
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to load AI configuration");
    let keep = (): void => undefined;
    const saving = new Promise<void>((resolve) => {
      keep = resolve;
    });
    const { user } = await settings({ ai: { saving } });
    await user.click(await screen.findByRole("button", { name: "Save Configuration" }));
    await screen.findByRole("button", { name: /Saving.../ });
    act(() => keep());
    expect(await screen.findByText("AI configuration saved successfully!")).toBeTruthy();
  });

  it("reports a failed save", async () => {
    const { user } = await settings({ ai: { cannotSave: true } });
    expect(await screen.findByText("This server doesn't offer AI. Enter a URL to use your own.")).toBeTruthy();
    await user.click(screen.getByLabelText("Model"));
    await user.paste("m");
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    expect(await screen.findByText("Failed to save AI configuration")).toBeTruthy();
  });

  it("reports only the last attempt", async () => {
    const ai = { cannotSave: true };
    const { user } = await settings({ ai });
    await user.click(await screen.findByRole("button", { name: "Save Configuration" }));
    await screen.findByText("Failed to save AI configuration");
    ai.cannotSave = false;
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    await screen.findByText("AI configuration saved successfully!");
    expect(screen.queryByText("Failed to save AI configuration")).toBeNull();
  });
});
