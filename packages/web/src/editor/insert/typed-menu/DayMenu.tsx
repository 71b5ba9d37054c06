/** Menu after `@`: links to days, by words or from a calendar. Enter stays a new line until an arrow chose something. Decision 0060. */
import { suggestDays } from "@satchel/core/model/readable/day-words.ts";
import { noonOf } from "@satchel/core/model/readable/days.ts";
import { formatDay } from "@satchel/core/model/readable/readable-values.ts";
import { type Editor, useEditorState } from "@tiptap/react";
import { Calendar, CalendarSearch } from "lucide-react";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { dateStyle } from "../../../shared/hooks/use-dates.ts";
import { toDayLink } from "../../../shared/marks/days/day-links.ts";
import { daysText } from "../../../text/notes/organize/days.ts";
import { rememberPosition } from "../../typing/rules/insert-markdown.ts";
import { OWN_UNDO_STEP } from "../../typing/undo-steps.ts";
import { dayMenu } from "./menus.ts";
import { type MenuItem, TypedMenu } from "./TypedMenu.tsx";

const MOST_SUGGESTED = 6;

export function DayMenu({ editor, host }: { readonly editor: Editor; readonly host: EditorHost | undefined }) {
  const typed = useEditorState({ editor, selector: ({ editor: current }) => dayMenu.stateOf(current) });
  const days = host?.days;
  if (typed === null || days === undefined) return null;
  const suggested = suggestDays(typed.query, days.today()).slice(0, typed.query === "" ? 3 : MOST_SUGGESTED);
  const picker: MenuItem = {
    key: "picker",
    name: daysText.pick,
    icon: <CalendarSearch aria-hidden />,
    run: (current) => {
      const place = rememberPosition(current);
      days.pick((day) => insertDayLink(current, day, place.at()));
    },
  };
  const items = suggested.map(
    ({ day, words }): MenuItem => ({
      key: day + (words ?? ""),
      name: words === undefined ? nameOf(day) : words.charAt(0).toUpperCase() + words.slice(1),
      icon: <Calendar aria-hidden />,
      ...(words === undefined ? {} : { detail: nameOf(day) }),
      run: (current) => insertDayLink(current, day),
    }),
  );
  const offered = typed.query === "" ? [...items, picker] : items;
  if (offered.length === 0) return null;
  return <TypedMenu editor={editor} menu={dayMenu} typed={typed} label={daysText.linkMenu} items={offered} needsChoice />;
}

function nameOf(day: string): string {
  return formatDay(noonOf(day), dateStyle);
}

function insertDayLink(editor: Editor, day: string, at?: number): void {
  const link = { type: "text", text: nameOf(day), marks: [{ type: "link", attrs: { href: toDayLink(day) } }] };
  const content = [link, { type: "text", text: " " }];
  const chain = editor.chain().focus();
  (at === undefined ? chain.insertContent(content) : chain.insertContentAt(at, content)).setMeta(OWN_UNDO_STEP, true).run();
}
