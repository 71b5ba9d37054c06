/** Menu after `/`, filtered by the typed text. Inside a sentence it offers inline content, and Enter stays a new line until an arrow chose something. */
import { foldText } from "@satchel/core/document/html/find-text.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { isMac } from "../../../text/actions/actions.ts";
import { editorText } from "../../../text/editor/editor.ts";
import { slashText } from "../../../text/editor/slash.ts";
import { printKeys } from "../../controls/toolbar-items.ts";
import { slashMenu } from "./menus.ts";
import { SLASH_COMMANDS, type SlashCommand, type SlashGroup } from "./slash-commands.ts";
import { type MenuItem, TypedMenu } from "./TypedMenu.tsx";
import type { TypedState } from "./typed-menu-plugin.ts";

const MOST_RECENT = 3;
/** Found by typing only, so that the menu stays short. */
const RARE: readonly SlashCommand["id"][] = ["heading4", "heading5", "heading6"];

const GROUPS = Object.keys(slashText.groups) as readonly SlashGroup[];

type Preferences = EditorHost["preferences"];

export function SlashMenu({ editor, host }: { readonly editor: Editor; readonly host: EditorHost | undefined }) {
  const typed = useEditorState({ editor, selector: ({ editor: current }) => slashMenu.stateOf(current) });
  if (typed === null) return null;
  const offered = commandsFor(typed).filter((command) => command.isOffered?.(editor, host) !== false);
  const isWhole = typed.query.trim() === "" && !typed.isInText;
  const items = isWhole ? toGroups(offered, host) : offered.map((command) => toItem(command, host));
  if (items.length === 0) return null;
  return (
    <TypedMenu editor={editor} menu={slashMenu} typed={typed} label={editorText.slashLabel} items={items} needsChoice={typed.isInText} />
  );
}

/** Each typed word begins a word of the command's name or of its other names. */
function commandsFor({ query, isInText }: TypedState): readonly SlashCommand[] {
  const wanted = foldText(query).trim().split(" ");
  return SLASH_COMMANDS.filter(({ name, words, isInline }) => {
    const known = `${foldText(name)} ${words}`.split(" ");
    return (isInline === true || !isInText) && wanted.every((typed) => known.some((word) => word.startsWith(typed)));
  });
}

/** All commands by group, after those that were used last. */
function toGroups(commands: readonly SlashCommand[], host: EditorHost | undefined): readonly MenuItem[] {
  const recent = recentIds(host?.preferences).flatMap((id) => commands.find((command) => command.id === id) ?? []);
  return [
    ...recent.map((command) => ({ ...toItem(command, host), key: `recent-${command.id}`, group: slashText.recent })),
    ...GROUPS.flatMap((group) =>
      commands
        .filter((command) => command.group === group && !RARE.includes(command.id))
        .map((command) => ({ ...toItem(command, host), group: slashText.groups[group] })),
    ),
  ];
}

function toItem({ id, name, Icon, keys, run }: SlashCommand, host: EditorHost | undefined): MenuItem {
  return {
    key: id,
    name,
    icon: <Icon aria-hidden />,
    hint: slashText.hints[id],
    ...(keys === undefined ? {} : { keys: printKeys(keys, isMac) }),
    run: (editor) => {
      remember(id, host?.preferences);
      run(editor, host);
    },
  };
}

function recentIds(preferences: Preferences | undefined): readonly string[] {
  return (preferences?.read(LOCAL_KEYS.slashUsed) ?? "").split(" ").filter(Boolean).slice(0, MOST_RECENT);
}

function remember(id: string, preferences: Preferences | undefined): void {
  const ids = [id, ...recentIds(preferences).filter((known) => known !== id)].slice(0, MOST_RECENT);
  preferences?.write(LOCAL_KEYS.slashUsed, ids.join(" "));
}
