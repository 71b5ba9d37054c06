/** Sets, changes and removes a link on the selected text. Opened by its button or Mod-Shift-K. */

import { toLinkAddress } from "@satchel/core/document/html/attribute-values.ts";
import type { Editor } from "@tiptap/core";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { Link, PanelTop, Unlink } from "lucide-react";
import { type FormEvent, useContext, useEffect, useRef, useState } from "react";
import { Button, Dialog, FieldError, Form, Input, Label, Popover, TextField } from "react-aria-components";
import { holdKeys, releaseKeys } from "../../shared/typeahead/held-keys.ts";
import { editorText as text } from "../../text/editor/editor.ts";
import { BackToText } from "../controls/BackToText.tsx";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import css from "../controls/toolbar.module.css";
import { ToolbarContext } from "../controls/toolbar-context.ts";
import { cardOf, fromCard, toCard, unlinkCard, withAddress } from "../link-cards/card-edits.ts";
import { whenMounted } from "../schema/mounted-editor.ts";
import { removeLink, setLink } from "../typing/editor-commands.ts";

type LinkFormOf = { readonly editor: Editor; readonly current: string | null };

type LinkToolProps = LinkFormOf & {
  /** True for the one link tool of an editor that handles the shortcut. */
  readonly hasShortcut?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
};

export function LinkTool({ editor, current, hasShortcut = true, onOpenChange }: LinkToolProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const open = (): void => {
    holdKeys("dialog", close);
    setOpen(true);
    onOpenChange?.(true);
  };
  useLinkShortcut(editor, () => hasShortcut && open());
  const { done } = useContext(ToolbarContext);
  const close = (): void => {
    releaseKeys("dialog");
    setOpen(false);
    onOpenChange?.(false);
    done();
  };
  return (
    <div ref={anchor} className={css.anchor}>
      <ToolbarButton label={text.link} Icon={Link} keys="Mod-Shift-K" isOn={current !== null} onPress={open} />
      <Popover triggerRef={anchor} isOpen={isOpen} onOpenChange={(open) => !open && close()} className={css.popover as string}>
        <Dialog className={css.linkDialog as string} aria-label={text.link}>
          <LinkForm editor={editor} current={current} onClose={close} />
        </Dialog>
        <BackToText editor={editor} />
      </Popover>
    </div>
  );
}

type LinkFormProps = LinkFormOf & { readonly onClose: () => void };

function LinkForm({ editor, current, onClose }: LinkFormProps) {
  // Behind the host the caret is beside the link.
  const linked = current ?? cardOf(editor.state.selection.$from.parent)?.address ?? null;
  const [address, setAddress] = useState(linked ?? "");
  const [isInvalid, setInvalid] = useState(false);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const href = toLinkAddress(address);
    if (address.trim() !== "" && href === undefined) {
      setInvalid(true);
      return;
    }
    const changed = href === undefined ? undefined : runOnBlock(editor, (state, at) => withAddress(state, at, href));
    if (href === undefined) handleRemove();
    else if (changed !== true) setLink(editor, href);
    onClose();
  };
  const handleRemove = (): void => {
    if (!runOnBlock(editor, unlinkCard)) removeLink(editor);
    onClose();
  };
  return (
    <Form className={css.linkForm as string} onSubmit={handleSubmit}>
      <TextField
        value={address}
        onChange={(next) => {
          setAddress(next);
          setInvalid(false);
        }}
        isInvalid={isInvalid}
        autoFocus
        className={css.linkField as string}
      >
        <Label className={css.linkLabel as string}>{text.linkAddress}</Label>
        <Input
          className={css.linkInput as string}
          placeholder={text.linkPlaceholder}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <FieldError className={css.linkError as string}>{text.linkInvalid}</FieldError>
      </TextField>
      <Button type="submit" className={css.linkApply as string}>
        {text.linkApply}
      </Button>
      <CardButton editor={editor} onClose={onClose} />
      {linked !== null && (
        <Button className={css.button as string} aria-label={text.linkRemove} onPress={handleRemove}>
          <Unlink aria-hidden />
        </Button>
      )}
    </Form>
  );
}

type BlockEdit = (state: EditorState, at: number) => Transaction | undefined;

/** Turns a link that is alone in its paragraph into a card, or a card into a link. */
function CardButton({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const edit = [toCard, fromCard].find((each) => editOfBlock(editor, each) !== undefined);
  if (edit === undefined) return null;
  const handlePress = (): void => {
    onClose();
    runOnBlock(editor, edit);
    editor.view.focus();
  };
  const Icon = edit === toCard ? PanelTop : Link;
  return (
    <Button className={css.button as string} aria-label={edit === toCard ? text.linkToCard : text.linkFromCard} onPress={handlePress}>
      <Icon aria-hidden />
    </Button>
  );
}

function editOfBlock({ state }: Editor, edit: BlockEdit): Transaction | undefined {
  const { $from } = state.selection;
  return $from.depth === 0 ? undefined : edit(state, $from.before());
}

/** Returns true if the caret's block was changed. */
function runOnBlock(editor: Editor, edit: BlockEdit): boolean {
  const transaction = editOfBlock(editor, edit);
  if (transaction !== undefined) editor.view.dispatch(transaction);
  return transaction !== undefined;
}

function useLinkShortcut(editor: Editor, onOpen: () => unknown): void {
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      latest.current();
    };
    return whenMounted(editor, (dom) => {
      dom.addEventListener("keydown", handleKey);
      return () => dom.removeEventListener("keydown", handleKey);
    });
  }, [editor]);
}
