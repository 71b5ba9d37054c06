/** The formatting toolbar: groups in a row, the overflow behind a button, arrow keys between tools. Spec A §2.14. */
import type { Editor } from "@tiptap/core";
import { Ellipsis } from "lucide-react";
import { memo, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { Dialog, DialogTrigger, Popover, Toolbar } from "react-aria-components";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { useFrame } from "../../shared/hooks/use-layout.ts";
import { editorText as text } from "../../text/editor/editor.ts";
import { BackToText } from "../controls/BackToText.tsx";
import { type CaretState, useCaretState } from "../controls/caret-state.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import { AlignMenu, BlockStyleMenu, ColorMenu, IconTrigger } from "../controls/ToolbarMenus.tsx";
import css from "../controls/toolbar.module.css";
import { ToolbarContext, type ToolbarShared } from "../controls/toolbar-context.ts";
import { NORMAL_GROUPS, PHONE_GROUPS, TOOLS, type Tool, type ToolbarGroup, type ToolbarPart } from "../controls/toolbar-items.ts";
import { EmojiTool } from "../insert/emoji/EmojiTool.tsx";
import { TableMenu } from "../tables/TableMenu.tsx";
import { ImageTool } from "./ImageTool.tsx";
import { InsertMenu } from "./InsertMenu.tsx";
import { LinkTool } from "./LinkTool.tsx";
import { useFittingGroups } from "./use-fitting-groups.ts";

type EditorToolbarProps = {
  readonly editor: Editor;
  readonly host: EditorHost | undefined;
  /** Buttons of the page: file, AI. */
  readonly children?: ReactNode;
  /** Does not scroll with the tools on a phone. */
  readonly end?: ReactNode;
  /** Shown in place of the formatting tools. */
  readonly instead?: ReactNode;
};

export function EditorToolbar({ children, end, instead, ...tools }: EditorToolbarProps) {
  return (
    <Toolbar aria-label={text.toolbar} className={css.toolbar as string}>
      <div className={css.tools}>
        {instead ?? <ToolRow {...tools} />}
        {children}
      </div>
      {end !== undefined && <div className={css.end}>{end}</div>}
    </Toolbar>
  );
}

/** Memoized, because each edit renders the page and its buttons again. */
const ToolRow = memo(function ToolRow({ editor, host }: Omit<EditorToolbarProps, "children" | "end">) {
  const caret = useCaretState(editor);
  const isPhone = useFrame() === "phone";
  const groups = useMemo(() => groupsFor({ isPhone, hasHost: host !== undefined }), [isPhone, host]);
  const { rowRef, fitting } = useFittingGroups(groups);
  const shown = isPhone ? groups : fitting.flatMap((index) => groups[index] ?? []);
  const hidden = groups.filter((group) => !shown.includes(group));
  const isByPointer = useRef(false);
  const shared = useMemo<ToolbarShared>(() => ({ isByPointer, done: () => undefined }), []);
  const tool = { editor, caret, host };
  return (
    // Events of menus and popovers also arrive here, because React passes them to the component that opened them.
    <div
      ref={rowRef}
      className={css.row}
      onPointerDownCapture={() => {
        isByPointer.current = true;
      }}
      onKeyDownCapture={() => {
        isByPointer.current = false;
      }}
    >
      <ToolbarContext value={shared}>
        {shown.map((group) => (
          <ToolGroup key={group.key} group={group} {...tool} />
        ))}
        {hidden.length > 0 && (
          <MoreTools editor={editor}>
            {hidden.map((group) => (
              <ToolGroup key={group.key} group={group} {...tool} />
            ))}
          </MoreTools>
        )}
      </ToolbarContext>
    </div>
  );
});

type ShownGroup = ToolbarGroup & { readonly key: string };

/** Tools that need a host. */
const HOSTED: readonly ToolbarPart[] = ["image", "emoji"];

type Frame = { readonly isPhone: boolean; readonly hasHost: boolean };

function groupsFor({ isPhone, hasHost }: Frame): readonly ShownGroup[] {
  const groups = isPhone ? PHONE_GROUPS : NORMAL_GROUPS;
  const inOrder = isPhone ? [...groups].sort((a, b) => b.rank - a.rank) : groups;
  return inOrder.flatMap(({ parts, rank }) => {
    const there = hasHost ? parts : parts.filter((part) => !HOSTED.includes(part));
    return there.length === 0 ? [] : [{ parts: there, rank, key: there.join(" ") }];
  });
}

type ToolProps = {
  readonly editor: Editor;
  readonly caret: CaretState;
  readonly host: EditorHost | undefined;
};
type ToolGroupProps = ToolProps & { readonly group: ShownGroup };

function ToolGroup({ group: { key, parts }, ...tool }: ToolGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form.
    <div role="group" className={css.group} data-tools={key}>
      {parts.map((part) => (
        <ToolPart key={part} part={part} {...tool} />
      ))}
    </div>
  );
}

function ToolPart({ part, editor, caret, host }: ToolProps & { readonly part: ToolbarPart }) {
  const { done } = useContext(ToolbarContext);
  if (part === "blockStyle") return <BlockStyleMenu editor={editor} caret={caret} />;
  if (part === "color") return <ColorMenu editor={editor} caret={caret} kind="color" />;
  if (part === "background") return <ColorMenu editor={editor} caret={caret} kind="backgroundColor" />;
  if (part === "align") return <AlignMenu editor={editor} caret={caret} />;
  if (part === "link") return <LinkTool editor={editor} current={caret.link} />;
  if (part === "table") return <TableMenu editor={editor} isInTable={caret.isInTable} />;
  if (part === "insert") return <InsertMenu editor={editor} host={host} />;
  if (part === "image") return host && <ImageTool editor={editor} host={host} />;
  if (part === "emoji") return host && <EmojiTool editor={editor} preferences={host.preferences} />;
  const tool: Tool = TOOLS[part];
  return (
    <ToolbarButton
      label={tool.label}
      Icon={tool.Icon}
      keys={tool.keys}
      isOn={tool.isToggle ? (caret.on[part] ?? false) : undefined}
      isDisabled={caret.blocked[part] ?? false}
      onPress={() => {
        tool.run(editor);
        // Focuses at once: the command would focus a frame later, and keys typed until then would be lost.
        editor.view.focus();
        done();
      }}
    />
  );
}

/** Closes when one of its tools is done, and returns the focus to the text at the same time. */
function MoreTools({ editor, children }: { readonly editor: Editor; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const outer = useContext(ToolbarContext);
  const isTextWanted = useRef(false);
  const shared = useMemo<ToolbarShared>(
    () => ({
      ...outer,
      done: () => {
        isTextWanted.current = true;
        setOpen(false);
      },
    }),
    [outer],
  );
  const handleOpenChange = (next: boolean): void => {
    if (next) isTextWanted.current = outer.isByPointer.current;
    setOpen(next);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={handleOpenChange}>
      <IconTrigger label={text.moreTools} Icon={Ellipsis} />
      <Popover placement="bottom end" offset={4} className={css.popover as string}>
        <Dialog className={css.more as string} aria-label={text.moreTools}>
          <ToolbarContext value={shared}>{children}</ToolbarContext>
        </Dialog>
        <BackToText editor={editor} isWanted={isTextWanted} />
      </Popover>
    </DialogTrigger>
  );
}
