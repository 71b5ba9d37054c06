/** Links to days: ordinary addresses of this app, which earlier versions open as the list of notes. Decision 0060. */
import { isDay } from "@satchel/core/model/readable/days.ts";
import { PATHS } from "@satchel/core/model/routes.ts";

export function toDayLink(day: string): string {
  return `${location.origin}${PATHS.notes}?day=${day}`;
}

/** Returns the day that the address leads to; undefined for any other address. */
export function dayOfLink(href: string): string | undefined {
  const start = `${location.origin}${PATHS.notes}?day=`;
  const day = href.startsWith(start) ? href.slice(start.length) : "";
  return isDay(day) ? day : undefined;
}
