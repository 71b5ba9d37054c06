/** Dates in the reader's time zone and the interface's language. */
import { type DateStyle, formatDay, formatListDate, formatMoment } from "@satchel/core/model/readable/readable-values.ts";
import { workspaceText } from "../../text/workspace.ts";
import { useServices } from "../services.ts";

/** The interface is in English; readers of another English get their own order of day and month. */
export const dateStyle: DateStyle = {
  locale: typeof navigator !== "undefined" && navigator.language.startsWith("en") ? navigator.language : "en-GB",
};

export function useDates() {
  const { clock } = useServices();
  return {
    inList: (atMs: number) => formatListDate(atMs, clock.now(), { style: dateStyle, labels: workspaceText }),
    day: (atMs: number) => formatDay(atMs, dateStyle),
    moment: (atMs: number) =>
      formatMoment(atMs, clock.now(), {
        style: dateStyle,
        labels: { today: workspaceText.today, yesterday: workspaceText.yesterday.toLowerCase() },
      }),
    now: () => clock.now(),
  };
}
