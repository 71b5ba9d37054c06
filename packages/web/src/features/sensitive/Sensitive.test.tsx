import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import type { Store } from "@satchel/core/model/store.ts";
import type { LocalSensitiveStore } from "@satchel/core/ports/sealing/local-sensitive-store.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryKeys, createMemorySensitiveStore } from "@satchel/core/testing/memory-sensitive-keys.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

type Options = Parameters<typeof renderApp>[0];

const PASSWORD = "quiet sea 77";
const SET_UP = { sensitive: { password: PASSWORD } } as const;
const LOCKED = "Please authenticate to view sensitive content";

async function atNotes(options: Options = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes, sensitive, tabs, workspace } = app.services.open;
  const folderId = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE")?.folderId ?? "";
  const make = async (title: string, content: string, where: string | null) => {
    const made = await notes.create({ title, content }, where);
    if (!made.ok) throw new Error(`not made: ${made.problem.kind}`);
    return made.value;
  };
  /** Creates a note while the folder is unlocked, then locks the folder. */
  const makeSensitive = async (title: string, content: string) => {
    await act(async () => void (await sensitive.unlock(PASSWORD)));
    const made = await make(title, content, folderId);
    await act(() => sensitive.lock());
    return made;
  };
  const chooseFolder = () =>
    app.user.click(within(screen.getByRole("region", { name: "Folders" })).getByRole("button", { name: /^Sensitive/ }));
  const dialog = (name: string) => screen.findByRole("dialog", { name });
  const typeInto = async (where: HTMLElement, label: string, text: string) => {
    const field = within(where).getByLabelText(label, { selector: "input" });
    await app.user.clear(field);
    if (text !== "") {
      await app.user.click(field);
      await app.user.paste(text);
    }
  };
  const press = (where: HTMLElement, name: string) => app.user.click(within(where).getByRole("button", { name }));
  const unlock = async (password = PASSWORD) => {
    const asked = await dialog("Sensitive folder");
    await typeInto(asked, "Password", password);
    await press(asked, "Unlock");
  };
  const row = (name: RegExp) => screen.findByRole("option", { name });
  return { ...app, notes, sensitive, tabs, workspace, folderId, make, makeSensitive, chooseFolder, dialog, typeInto, press, unlock, row };
}

async function otherDeviceSetsUp(store: LocalSensitiveStore): Promise<void> {
  const made = await createMemoryKeys().prepareLocalSensitive(PASSWORD);
  if (made.ok) await store.writeSensitive(made.value, undefined);
}

const isDisabled = (where: HTMLElement, name: string) => within(where).getByRole("button", { name }).hasAttribute("disabled");
/** Also works behind a dialog. */
const isSelected = () => screen.getByRole("tab", { name: "Sensitive", hidden: true }).getAttribute("aria-selected") === "true";

describe("A2.9 counts", () => {
  it("shows equal counts in sidebar and list, with the hidden sensitive notes", async () => {
    const { make, makeSensitive, sensitive } = await atNotes({ ...SET_UP, sync: { lastCompleteAt: 1 } });
    await make("Milk", "<p>one</p>", null);
    await make("Bread", "<p>two</p>", null);
    await makeSensitive("Diary", "<p>three</p>");
    expect(await screen.findByText("2 notes + 1 sensitive")).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Notes/ }).textContent).toBe("Notes2");
    expect(within(screen.getByRole("region", { name: "Note statistics" })).getByText("2 + 1 sensitive")).toBeTruthy();

    await act(async () => void (await sensitive.unlock(PASSWORD)));
    expect(await screen.findByText("3 notes")).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Notes/ }).textContent).toBe("Notes3");
  });
});

describe("A2.13, A5 the Sensitive folder's first password", () => {
  it("is requested at first use, checked with the spec's messages, and unlocks", async () => {
    const { chooseFolder, dialog, typeInto, press, sensitive } = await atNotes();
    await chooseFolder();
    const asked = await dialog("Set up the Sensitive folder");
    expect(isSelected()).toBe(false);
    expect(isDisabled(asked, "Set up password")).toBe(true);
    expect(within(asked).getByText(/AES-256/)).toBeTruthy();
    await typeInto(asked, "Password", "quiet");
    await press(asked, "Set up password");
    expect(within(asked).getByText("Password must be at least 8 characters long")).toBeTruthy();
    expect(within(asked).getByText("Please confirm your password")).toBeTruthy();
    await typeInto(asked, "Password", PASSWORD);
    await typeInto(asked, "Confirm password", "quiet tea 77");
    await press(asked, "Set up password");
    expect(within(asked).getByText("Passwords do not match")).toBeTruthy();
    await typeInto(asked, "Password", "");
    expect(within(asked).getByText("Password is required")).toBeTruthy();
    await typeInto(asked, "Password", PASSWORD);
    await typeInto(asked, "Confirm password", PASSWORD);
    await press(asked, "Set up password");
    await waitFor(() => expect(isSelected()).toBe(true));
    expect(sensitive.store.getState().kind).toBe("unlocked");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("reports a failure, and that only an account could recover it", async () => {
    const { chooseFolder, dialog, typeInto, press, services } = await atNotes({ session: { kind: "signed-out" }, localMode: true });
    services.open.sensitive.setUp = async () => ({ ok: false, problem: { kind: "storage-full" } });
    await chooseFolder();
    const asked = await dialog("Set up the Sensitive folder");
    expect(within(asked).getByText(/^This password can't be recovered/)).toBeTruthy();
    await typeInto(asked, "Password", PASSWORD);
    await typeInto(asked, "Confirm password", PASSWORD);
    await press(asked, "Set up password");
    expect(await within(asked).findByText("Failed to set up password. Please try again.")).toBeTruthy();
  });

  it("says that another device was first, and asks for its password", async () => {
    const sensitiveStore = createMemorySensitiveStore();
    const { chooseFolder, dialog, typeInto, press } = await atNotes({ sensitiveStore });
    await chooseFolder();
    const asked = await dialog("Set up the Sensitive folder");
    await within(asked).findByLabelText("Confirm password");
    await otherDeviceSetsUp(sensitiveStore);
    await typeInto(asked, "Password", "another one 78");
    await typeInto(asked, "Confirm password", "another one 78");
    await press(asked, "Set up password");
    const open = await dialog("Sensitive folder");
    expect(within(open).getByRole("status").textContent).toMatch(/already set up.*on another device/);
    expect(within(open).getByRole("button", { name: "Unlock" })).toBeTruthy();
  });

  it("looks at other devices' changes before it offers to set a password", async () => {
    const sensitiveStore = createMemorySensitiveStore();
    const { chooseFolder, dialog, unlock } = await atNotes({ sensitiveStore });
    await otherDeviceSetsUp(sensitiveStore);
    await chooseFolder();
    const open = await dialog("Sensitive folder");
    expect((await within(open).findByRole("status")).textContent).toMatch(/already set up.*on another device/);
    expect(within(open).queryByLabelText("Confirm password")).toBeNull();
    await unlock();
    await waitFor(() => expect(isSelected()).toBe(true));
  });
});

describe("A4, A8 unlocking the Sensitive folder", () => {
  it("rejects a wrong password, and shows the folder's notes with the right one", async () => {
    const { makeSensitive, chooseFolder, dialog, unlock, row } = await atNotes(SET_UP);
    await makeSensitive("Diary", "<p>the heron came</p>");
    expect(screen.queryByRole("option", { name: /Diary/ })).toBeNull();
    await chooseFolder();
    expect(isSelected()).toBe(false);
    const asked = await dialog("Sensitive folder");
    expect(isDisabled(asked, "Unlock")).toBe(true);
    await unlock("quiet tea");
    expect(await within(asked).findByText("Invalid password. Please try again.")).toBeTruthy();
    expect(isSelected()).toBe(false);
    await unlock();
    expect((await row(/^Diary/)).textContent).toContain("the heron came");
    expect(isSelected()).toBe(true);
    expect(screen.getByText("Sensitive folder unlocked")).toBeTruthy();
  });

  it.each([
    [{ kind: "rate-limited", retryAfterMs: 61_000 }, "Too many attempts. Try again in 1:01."],
    [{ kind: "rate-limited" }, "Too many attempts. Please wait a moment and try again."],
    [{ kind: "unreachable" }, "Authentication failed. Please try again."],
    [{ kind: "not-set-up" }, "No sensitive password set. Please set up sensitive folder access first."],
  ] as const)("explains other failures: %o", async (problem, sentence) => {
    const startedAt = Date.now();
    const { chooseFolder, dialog, unlock, services } = await atNotes({ ...SET_UP, now: () => startedAt });
    services.open.sensitive.unlock = async () => ({ ok: false, problem });
    await chooseFolder();
    await unlock();
    expect((await within(await dialog("Sensitive folder")).findByRole("alert")).textContent).toBe(sentence);
  });

  it("skips the locked folder by keys, and asks by Enter on its tab", async () => {
    const { user, dialog, workspace, folderId } = await atNotes(SET_UP);
    screen.getByRole("tab", { name: "Pinned" }).focus();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement?.textContent).toContain("Sensitive");
    expect(workspace.store.getState().folderId).not.toBe(folderId);
    await user.keyboard("{Enter}");
    const question = await dialog("Sensitive folder");
    await waitFor(() => expect(question.contains(document.activeElement)).toBe(true));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    act(() => workspace.selectFolder(null));
    await user.keyboard("{Control>}{Alt>}{ArrowLeft}{/Alt}{/Control}");
    expect(workspace.store.getState().folderId).not.toBe(folderId);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("B4.6 locking", () => {
  it("removes title and text from page, tabs and rows, and keeps an unsaved text", async () => {
    const { user, makeSensitive, chooseFolder, unlock, row, tabs } = await atNotes(SET_UP);
    await makeSensitive("Diary", "<p>the heron came</p>");
    await chooseFolder();
    await unlock();
    await user.click(await row(/^Diary/));
    expect(await screen.findByRole("heading", { name: "Diary", level: 1 })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    await user.click(await screen.findByRole("textbox", { name: "Title" }));
    await user.paste(" of the marsh");
    await user.keyboard("{Alt>}l{/Alt}");

    await waitFor(() => expect(screen.getAllByText("Please authenticate with sensitive folder to edit this note").length).toBe(1));
    expect(document.body.textContent).not.toMatch(/Diary|heron|marsh/);
    expect(document.body.innerHTML).not.toMatch(/Diary|heron|marsh/);
    expect(JSON.stringify(tabs.store.getState())).not.toMatch(/Diary|heron|marsh/);
    const strip = within(screen.getByRole("tablist", { name: "Open notes" }));
    expect(strip.getAllByRole("tab").map((tab) => tab.title)).toEqual(["Sensitive note", "Sensitive note"]);
    expect(within(screen.getByRole("region", { name: "Sensitive folder" })).getByText(LOCKED)).toBeTruthy();
    expect(screen.getByText("Sensitive folder locked")).toBeTruthy();

    await user.click(within(screen.getByRole("tabpanel", { name: "Note" })).getByRole("button", { name: "Unlock" }));
    await unlock();
    expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Title" })).value).toContain("of the marsh");
  });

  it("locks from the header and over a dialog, and replaces an open note", async () => {
    const { user, makeSensitive, chooseFolder, unlock, row, sensitive } = await atNotes(SET_UP);
    await makeSensitive("Diary", "<p>the heron came</p>");
    await chooseFolder();
    await unlock();
    await user.click(await row(/^Diary/));
    await screen.findByRole("article");
    expect(screen.getByRole("timer").textContent).toMatch(/^[12]:\d\d$/);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect((await screen.findByRole("alertdialog")).textContent).toContain("Diary");
    await user.keyboard("{Alt>}l{/Alt}");
    await waitFor(() => expect(sensitive.store.getState().kind).toBe("locked"));
    expect(document.body.textContent).not.toMatch(/Diary|heron/);
    await user.keyboard("{Escape}");
    expect(screen.getByRole("heading", { name: "Sensitive note", level: 1 })).toBeTruthy();
    expect(screen.queryByRole("timer")).toBeNull();
  });

  it("counts down, warns at 60 and 30 seconds, and locks after two minutes", async () => {
    const clock = new ManualClock(new Date(2026, 10, 3, 14, 6).getTime());
    const { sensitive } = await atNotes({ ...SET_UP, timers: clock, now: () => clock.now() });
    await act(async () => void (await sensitive.unlock(PASSWORD)));
    const pass = (seconds: number) =>
      act(async () => {
        for (let elapsed = 0; elapsed < seconds; elapsed += 1) await clock.advance(1000);
      });
    const left = () => screen.getByRole("timer").textContent;
    expect(left()).toBe("2:00");
    await pass(13);
    expect(left()).toBe("1:47");
    await pass(47);
    expect(await screen.findByText("Sensitive folder locks in 1 minute")).toBeTruthy();
    await pass(30);
    expect(await screen.findByText("Sensitive folder locks in 30 seconds")).toBeTruthy();
    await pass(30);
    expect(await screen.findByText("Sensitive folder session expired. Please re-authenticate.")).toBeTruthy();
    expect(sensitive.store.getState().kind).toBe("locked");
    expect(screen.queryByRole("timer")).toBeNull();
  });
});

describe("A5, A8 moving into and out of the Sensitive folder", () => {
  const moveTo = async (app: Awaited<ReturnType<typeof atNotes>>, folder: string) => {
    await app.user.click(screen.getByRole("button", { name: "More" }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Move to folder" }));
    await app.user.click(within(await app.dialog("Move to folder")).getByRole("button", { name: folder }));
  };

  it("checks the password first, then hides the note, and moves it out again", async () => {
    const app = await atNotes(SET_UP);
    const { user, make, dialog, typeInto, press, notes, sensitive, folderId, row } = app;
    const note = await make("Milk", "<p>two litres</p>", null);
    await user.click(await row(/^Milk/));
    await moveTo(app, "Sensitive");
    const asked = await dialog("Move into the Sensitive folder");
    expect(within(asked).getByText(/^1 note will be encrypted/)).toBeTruthy();
    expect(isDisabled(asked, "Move")).toBe(true);
    await typeInto(asked, "Password for the Sensitive folder", "quiet tea");
    await press(asked, "Move");
    expect(await within(asked).findByText("Invalid password. Please try again.")).toBeTruthy();
    expect(notes.store.getState().notesById.get(note.noteId)).toMatchObject({ folderId: null, isEncrypted: false });
    await typeInto(asked, "Password for the Sensitive folder", "");
    expect(within(asked).getByText("Password is required")).toBeTruthy();
    await typeInto(asked, "Password for the Sensitive folder", PASSWORD);
    await press(asked, "Move");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(notes.store.getState().notesById.get(note.noteId)).toMatchObject({ folderId, isEncrypted: true });
    await act(() => sensitive.lock());
    expect(screen.queryByRole("option", { name: /Milk/ })).toBeNull();

    await moveTo(app, "No folder");
    const out = await dialog("Move out of the Sensitive folder");
    await typeInto(out, "Password for the Sensitive folder", PASSWORD);
    await press(out, "Move");
    await waitFor(() => expect(notes.store.getState().notesById.get(note.noteId)).toMatchObject({ folderId: null, isEncrypted: false }));
    expect(await row(/^Milk/)).toBeTruthy();
  });

  it("moves several selected notes at once", async () => {
    const app = await atNotes(SET_UP);
    const { user, make, dialog, typeInto, press, notes, folderId, row } = app;
    for (const title of ["Milk", "Bread"]) await make(title, "", null);
    await user.keyboard("{Control>}");
    await user.click(await row(/^Milk/));
    await user.click(await row(/^Bread/));
    await user.keyboard("{/Control}");
    await user.click(screen.getByRole("button", { name: "Move to folder" }));
    await user.click(within(await dialog("Move to folder")).getByRole("button", { name: "Sensitive" }));
    const asked = await dialog("Move into the Sensitive folder");
    expect(within(asked).getByText(/^2 notes will be encrypted/)).toBeTruthy();
    await typeInto(asked, "Password for the Sensitive folder", PASSWORD);
    await press(asked, "Move");
    await waitFor(() => expect(notes.store.getState().notes.every((note) => note.folderId === folderId)).toBe(true));
    expect(screen.getByText('2 notes moved to "Sensitive"')).toBeTruthy();
  });

  it("says that there is no password yet, and moves once there is one", async () => {
    const app = await atNotes();
    const { user, make, dialog, typeInto, press, notes, folderId, row } = app;
    await make("Milk", "", null);
    await user.click(await row(/^Milk/));
    await moveTo(app, "Sensitive");
    const asked = await dialog("Move into the Sensitive folder");
    expect(within(asked).getByText("No sensitive password set. Please set up sensitive folder access first.")).toBeTruthy();
    await typeInto(asked, "Password", PASSWORD);
    await typeInto(asked, "Confirm password", PASSWORD);
    await press(asked, "Set up password");
    await waitFor(() => expect(notes.store.getState().notes[0]).toMatchObject({ folderId, isEncrypted: true }));
  });

  it("reports a failed check, and moves nothing", async () => {
    const app = await atNotes(SET_UP);
    const { user, make, dialog, typeInto, press, services, row } = app;
    await make("Milk", "", null);
    await user.click(await row(/^Milk/));
    await moveTo(app, "Sensitive");
    services.open.sensitive.unlock = async () => ({ ok: false, problem: { kind: "unreachable" } });
    const asked = await dialog("Move into the Sensitive folder");
    await typeInto(asked, "Password for the Sensitive folder", PASSWORD);
    await press(asked, "Move");
    expect(await within(asked).findByText("Password validation failed. Please try again.")).toBeTruthy();
  });
});

/** Fields whose text the browser writes into its session file. */
const fieldsTheBrowserKeeps = () =>
  [...document.querySelectorAll("textarea, input:not([type=file], [type=checkbox], [type=hidden])")]
    .filter((field) => field.getAttribute("autocomplete") !== "off")
    .map((field) => field.outerHTML);

describe("A6, A8 writing in the Sensitive folder", () => {
  it("asks for the password first, and reports an encrypted note", async () => {
    const { user, fill, workspace, folderId, dialog, typeInto, press, unlock, notes } = await atNotes(SET_UP);
    act(() => workspace.selectFolder(folderId));
    expect(await screen.findByRole("region", { name: "Sensitive folder" })).toBeTruthy();
    await user.keyboard("{Alt>}n{/Alt}");
    const asked = await dialog("Sensitive folder");
    await typeInto(asked, "Password", "quiet tea");
    await press(asked, "Unlock");
    expect(await within(asked).findByText("Invalid password - note creation failed")).toBeTruthy();
    await unlock();
    await screen.findByLabelText("New note title");
    await fill("New note title", "Diary");
    expect(fieldsTheBrowserKeeps()).toEqual([]);
    await user.click(screen.getByRole("button", { name: /^Create Note Ctrl/ }));
    expect(await screen.findByText("Encrypted note created successfully!")).toBeTruthy();
    expect(notes.store.getState().notes[0]).toMatchObject({ folderId, isEncrypted: true, title: "Diary" });
  });

  it("asks for the password if the folder locked in between, and keeps the text", async () => {
    const { user, fill, chooseFolder, unlock, notes } = await atNotes(SET_UP);
    await chooseFolder();
    await unlock();
    await waitFor(() => expect(isSelected()).toBe(true));
    await user.keyboard("{Alt>}n{/Alt}");
    await fill("New note title", "Diary");
    notes.create = async () => ({ ok: false, problem: { kind: "sensitive-locked" } });
    await user.click(screen.getByRole("button", { name: /^Create Note Ctrl/ }));
    expect(await screen.findByText("Password required for sensitive folder operations")).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "New note title" }).value).toBe("Diary");
  });

  it("reports a failed creation, and keeps the text", async () => {
    let isBroken = false;
    const diskRefuses = () => (isBroken ? ({ kind: "storage-broken", detail: "gone" } as const) : undefined);
    const { user, fill, chooseFolder, unlock } = await atNotes({ ...SET_UP, diskRefuses });
    await chooseFolder();
    await unlock();
    await waitFor(() => expect(isSelected()).toBe(true));
    await user.keyboard("{Alt>}n{/Alt}");
    await fill("New note title", "Diary");
    isBroken = true;
    await user.click(screen.getByRole("button", { name: /^Create Note Ctrl/ }));
    expect(await screen.findByText("Failed to create encrypted note. Please try again.")).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "New note title" }).value).toBe("Diary");
  });
});

describe("B4.6, A8 a note that does not open", () => {
  it("is shown in its row, hidden in All Notes, and shown when read or edited", async () => {
    const { user, makeSensitive, chooseFolder, unlock, row, notes, tabs, workspace } = await atNotes(SET_UP);
    const { noteId } = await makeSensitive("Diary", "");
    await chooseFolder();
    await unlock();
    await row(/^Diary/);
    const store = notes.store as Store<NotesState>;
    const failing = store.getState().notes.map((note): NoteSummary => ({ ...note, title: "", preview: "", seal: "failed" }));
    notes.open = async () => ({ ok: false, problem: { kind: "sensitive-damaged" } });
    act(() => store.setState({ notes: failing, notesById: new Map(failing.map((note) => [note.noteId, note])) }));
    await user.click(await row(/^🔒 Failed to decrypt content/));
    expect(await screen.findByRole("heading", { name: "Failed to decrypt content" })).toBeTruthy();
    act(() => void tabs.openEdit(noteId));
    expect(await screen.findByText("Failed to decrypt note - please try again")).toBeTruthy();
    fireEvent.contextMenu(await row(/^🔒 Failed to decrypt content/));
    await user.click(await screen.findByRole("menuitem", { name: "Delete this note" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete note" });
    expect(within(question).getByText('Are you sure you want to delete "this note"? This action cannot be undone.')).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    act(() => workspace.selectFolder(null));
    expect(screen.queryByRole("option")).toBeNull();
  });

  it("explains what is missing if a note is edited without a password", async () => {
    const { make, tabs, notes } = await atNotes();
    const { noteId } = await make("Diary", "", null);
    notes.open = async () => ({ ok: false, problem: { kind: "sensitive-locked" } });
    act(() => void tabs.openEdit(noteId));
    expect(await screen.findByText("Unable to decrypt note - please authenticate with sensitive folder")).toBeTruthy();
  });
});

describe("The Sensitive folder in Settings", () => {
  const openSettings = async (app: Awaited<ReturnType<typeof atNotes>>) => {
    await app.user.click(screen.getAllByRole("button", { name: "Settings" })[0] as HTMLElement);
    await app.user.click(await screen.findByRole("tab", { name: "Security" }));
    return within(screen.getByRole("tabpanel", { name: "Security" })).getByRole("group", { name: "Sensitive folder" });
  };

  it("changes its password: the old one no longer opens anything", async () => {
    const app = await atNotes(SET_UP);
    const panel = await openSettings(app);
    await app.press(panel, "Change password…");
    await app.typeInto(panel, "Current password", "quiet tea");
    await app.typeInto(panel, "New password", "deep sea 88");
    await app.typeInto(panel, "Confirm new password", "deep sea 89");
    await app.press(panel, "Change password");
    expect(within(panel).getByText("Passwords do not match")).toBeTruthy();
    await app.typeInto(panel, "Confirm new password", "deep sea 88");
    await app.press(panel, "Change password");
    expect(await within(panel).findByText("Invalid password. Please try again.")).toBeTruthy();
    await app.typeInto(panel, "Current password", PASSWORD);
    await app.press(panel, "Change password");
    expect(await screen.findByText("Sensitive folder password changed")).toBeTruthy();
    await act(() => app.sensitive.lock());
    expect((await app.sensitive.unlock(PASSWORD)).ok).toBe(false);
    expect((await app.sensitive.unlock("deep sea 88")).ok).toBe(true);
  });

  it("counts down to the next try after too many attempts", async () => {
    const startedAt = Date.now();
    const app = await atNotes({ ...SET_UP, now: () => startedAt });
    const panel = await openSettings(app);
    app.services.open.sensitive.change = async () => ({ ok: false, problem: { kind: "rate-limited", retryAfterMs: 61_000 } });
    await app.press(panel, "Change password…");
    await app.typeInto(panel, "Current password", PASSWORD);
    await app.typeInto(panel, "New password", "deep sea 88");
    await app.typeInto(panel, "Confirm new password", "deep sea 88");
    await app.press(panel, "Change password");
    expect((await within(panel).findByRole("alert")).textContent).toBe("Too many attempts. Try again in 1:01.");
  });

  it("lists what the drive still holds of notes that were moved in", async () => {
    const app = await atNotes(SET_UP);
    const note = await app.makeSensitive("Diary", "");
    const erasing = [{ noteId: note.noteId, fileCount: 2, eraseAtMs: undefined }];
    Object.assign(app.services.open, { erasing: () => erasing });
    const panel = await openSettings(app);
    const list = within(panel).getByRole("region", { name: "Older versions still in your drive" });
    expect(within(list).getByRole("listitem").textContent).toBe("Sensitive note2 older files, waiting for the next check");
  });

  it("locks when the window is hidden, as an option", async () => {
    const app = await atNotes(SET_UP);
    const panel = await openSettings(app);
    const option = within(panel).getByRole("checkbox", { name: /^Lock when the window is hidden/ });
    expect(app.sensitive.lockWhenHidden.store.getState().enabled).toBe(false);
    await app.user.click(option);
    expect(app.sensitive.lockWhenHidden.store.getState().enabled).toBe(true);
  });

  it("sets a new password by the recovery key, with problems at their fields", async () => {
    const app = await atNotes(SET_UP);
    const answers = ["recovery-key-mistyped", "wrong-password", "unexpected"] as const;
    const asked: unknown[] = [];
    app.services.sensitive.recover = async (method, next) => {
      asked.push([method, next]);
      const kind = answers[asked.length - 1];
      return kind === undefined ? { ok: true, value: undefined } : { ok: false, problem: { kind } };
    };
    const panel = await openSettings(app);
    await app.press(panel, "Unlock…");
    await app.press(panel, "Use recovery key");
    const form = await within(panel).findByRole("form", { name: "Set a new password for the Sensitive folder" });
    await app.press(form, "Set new password");
    expect(within(form).getByText("A recovery key has nine groups of four characters.")).toBeTruthy();
    await app.typeInto(form, "Recovery key", "ABCD EFGH");
    await app.typeInto(form, "Account password", "Correct horse 1");
    await app.typeInto(form, "Password for the Sensitive folder", "deep sea 88");
    await app.typeInto(form, "Confirm password", "deep sea 88");
    for (const sentence of [
      "There's a typo in this recovery key. Compare it with the copy you saved.",
      "The current password is incorrect.",
      "Failed to authenticate for sensitive folder",
    ]) {
      await app.press(form, "Set new password");
      expect(await within(form).findByText(sentence)).toBeTruthy();
    }
    await app.press(form, "Continue without the key");
    await app.press(form, "Set new password");
    expect(await screen.findByText("Sensitive folder password changed")).toBeTruthy();
    expect(asked.at(-1)).toEqual([{ kind: "password", password: "Correct horse 1" }, "deep sea 88"]);
  });
});
