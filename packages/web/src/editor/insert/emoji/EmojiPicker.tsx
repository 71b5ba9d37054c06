/** The emoji picker, offline: recents, categories, search, skin tone. The focus stays in the search field. Spec A §2.14. */
import { EMOJI_CATEGORIES, type EmojiCategory, moveInGrid, searchEmoji } from "@satchel/core/document/emoji.ts";
import { EMOJI } from "@satchel/core/model/limits/limits.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import { Car, Dumbbell, Lamp, Leaf, type LucideIcon, Smile, Utensils, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { editorText } from "../../../text/editor/editor.ts";
import css from "./emoji.module.css";
import { ToneChoice } from "./ToneChoice.tsx";
import { type ShownEmoji, showEmoji, useEmojiChoices, useEmojiTable } from "./use-emoji.ts";

const text = editorText.emoji;

const CATEGORY_ICONS: Readonly<Record<EmojiCategory, LucideIcon>> = {
  people: Smile,
  animals: Leaf,
  food: Utensils,
  activities: Dumbbell,
  travel: Car,
  objects: Lamp,
};

type EmojiPickerProps = { readonly preferences: Preferences; readonly onChoose: (unicode: string) => void; readonly onClose: () => void };

export function EmojiPicker({ preferences, onChoose, onClose }: EmojiPickerProps) {
  const table = useEmojiTable();
  const choices = useEmojiChoices(preferences);
  const [query, setQuery] = useState("");
  const [category, setCategory] = useState<EmojiCategory>("people");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const isSearching = query.trim() !== "";
  const all = table ?? [];
  const shown = showEmoji(isSearching ? searchEmoji(all, query) : all.filter((emoji) => emoji.category === category), choices.tone);
  const at = Math.min(chosen, shown.length - 1);
  const take = (unicode: string): void => {
    choices.remember(unicode);
    onChoose(unicode);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && shown[at] !== undefined) take(shown[at].unicode);
    else if (event.key.startsWith("Arrow")) setChosen(moveInGrid(event.key, at, { count: shown.length, columns: EMOJI.columns }));
    else return;
    event.preventDefault();
  };
  const show = (next: EmojiCategory): void => {
    setCategory(next);
    setQuery("");
    setChosen(0);
  };
  return (
    <div className={css.picker}>
      <header className={css.head}>
        <h2 className={css.title}>{text.title}</h2>
        <button type="button" className={css.close} aria-label={text.close} onClick={onClose}>
          <X aria-hidden />
        </button>
      </header>
      <div className={css.searchRow}>
        <input
          className={css.search}
          type="text"
          role="combobox"
          aria-label={text.search}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={shown.length > 0 ? `${id}-${at}` : undefined}
          placeholder={text.search}
          autoComplete="off"
          spellCheck={false}
          ref={search}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={handleKeyDown}
        />
        <ToneChoice tone={choices.tone} onChange={choices.setTone} />
      </div>
      <CategoryTabs current={isSearching ? undefined : category} onChoose={show} />
      {!isSearching && choices.recents.length > 0 && <Recents recents={choices.recents} onTake={take} />}
      <p className={css.section} aria-live="polite">
        {isSearching ? (shown.length === 0 ? text.none : text.found(query.trim())) : text.categories[category]}
      </p>
      <EmojiGrid id={id} shown={shown} at={at} isLoading={table === undefined} onTake={take} />
    </div>
  );
}

type CategoryTabsProps = { readonly current: EmojiCategory | undefined; readonly onChoose: (category: EmojiCategory) => void };

function CategoryTabs({ current, onChoose }: CategoryTabsProps) {
  return (
    <div className={css.tabs} role="tablist" aria-label={text.categoriesLabel}>
      {EMOJI_CATEGORIES.map((category) => {
        const Icon = CATEGORY_ICONS[category];
        return (
          <button
            key={category}
            type="button"
            role="tab"
            className={css.tab}
            aria-label={text.categories[category]}
            title={text.categories[category]}
            aria-selected={category === current}
            onClick={() => onChoose(category)}
          >
            <Icon aria-hidden />
          </button>
        );
      })}
    </div>
  );
}

function Recents({ recents, onTake }: { readonly recents: readonly string[]; readonly onTake: (unicode: string) => void }) {
  return (
    <section aria-label={text.recents}>
      <p className={css.section}>{text.recents}</p>
      <div className={css.recents}>
        {recents.map((unicode) => (
          <button key={unicode} type="button" className={css.emoji} onClick={() => onTake(unicode)}>
            {unicode}
          </button>
        ))}
      </div>
    </section>
  );
}

type EmojiGridProps = {
  readonly id: string;
  readonly shown: readonly ShownEmoji[];
  readonly at: number;
  readonly isLoading: boolean;
  readonly onTake: (unicode: string) => void;
};

function EmojiGrid({ id, shown, at, isLoading, onTake }: EmojiGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = grid.current?.children[at];
    if (option instanceof HTMLElement) option.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div ref={grid} id={id} role="listbox" aria-label={text.title} aria-busy={isLoading} className={css.grid}>
      {shown.map(({ unicode, label }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys
        <div
          key={unicode}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-label={label}
          aria-selected={index === at}
          title={label}
          className={css.emoji}
          onClick={() => onTake(unicode)}
        >
          {unicode}
        </div>
      ))}
    </div>
  );
}
