/**
 * The command palette: every note by title, every folder and every action, by typing. The focus stays in the field; arrows choose.
 * visual.md "Keyboard".
 */
import type { PaletteEntry } from "@satchel/core/workspace/actions/palette.ts";
import { Search } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { paletteText } from "../../text/actions/palette.ts";
import { PaletteRow } from "./PaletteRow.tsx";
import css from "./palette.module.css";
import { entryKey, type PaletteCommands, useEntries } from "./use-entries.ts";

const LIST_ID = "palette-list";
/** Rows of the first frame, more than fit into the list. The others follow right after it, so that the field is there sooner. */
const FIRST_ROWS = 14;
const rowId = (index: number) => `palette-${index}`;

type PaletteProps = PaletteCommands & { readonly onClose: () => void };

export function Palette({ onClose, ...commands }: PaletteProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      // Making the page behind inert restyles all of it, so the palette is painted first.
      UNSTABLE_deferUntilEntered
      className={css.overlay as string}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={css.modal as string}>
        <Dialog className={css.dialog as string} aria-label={paletteText.label}>
          <Finder commands={commands} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder({ commands, onClose }: { readonly commands: PaletteCommands; readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const { entries, current, words, run, count } = useEntries(typed, commands);
  const isWhole = useDeferredValue(true, false);
  const list = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef(chosen);
  useEffect(() => {
    if (scrolledTo.current === chosen) return;
    scrolledTo.current = chosen;
    list.current?.querySelector(`#${rowId(chosen)}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const handleRun = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    run(entry);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const last = current().length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: chosen === last ? 0 : chosen + 1,
      ArrowUp: chosen === 0 ? last : chosen - 1,
      PageDown: Math.min(last, chosen + 5),
      PageUp: Math.max(0, chosen - 5),
    };
    const to = moves[event.key];
    if (to !== undefined) setChosen(to);
    else if (event.key === "Enter") handleRun(current()[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={css.head}>
        <Search className={css.icon} width={20} height={20} aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into
          autoFocus
          className={css.input}
          role="combobox"
          aria-label={paletteText.label}
          aria-expanded
          aria-controls={LIST_ID}
          aria-activedescendant={rowId(chosen)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={paletteText.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={handleKey}
        />
        <button type="button" className={css.escape} onClick={onClose}>
          {paletteText.close}
        </button>
      </div>
      <div ref={list} id={LIST_ID} role="listbox" aria-label={paletteText.list} className={css.list}>
        {groupsOf(isWhole ? entries : entries.slice(0, FIRST_ROWS), typed).map(({ name, from, rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options of a list box
          <div key={name} role="group" aria-label={name}>
            <div className={css.group} aria-hidden>
              {name}
            </div>
            {rows.map((entry, at) => (
              <PaletteRow
                key={entryKey(entry)}
                id={rowId(from + at)}
                entry={entry}
                words={words}
                count={count}
                isChosen={from + at === chosen}
                onPoint={() => setChosen(from + at)}
                onRun={() => handleRun(entry)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

type Group = { readonly name: string; readonly from: number; readonly rows: readonly PaletteEntry[] };

/** The entries are already sorted by group. */
function groupsOf(entries: readonly PaletteEntry[], typed: string): readonly Group[] {
  const groups: { name: string; from: number; rows: PaletteEntry[] }[] = [];
  for (const [index, entry] of entries.entries()) {
    const name = groupName(entry, typed);
    const last = groups.at(-1);
    if (last?.name === name) last.rows.push(entry);
    else groups.push({ name, from: index, rows: [entry] });
  }
  return groups;
}

function groupName({ kind }: PaletteEntry, typed: string): string {
  const { groups } = paletteText;
  if (kind === "note") return typed.trim() === "" ? groups.recent : groups.note;
  if (kind === "saved-search") return groups.search;
  return kind === "folder" || kind === "tag" || kind === "action" ? groups[kind] : groups.more;
}
