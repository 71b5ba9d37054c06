/** Notes of days: the month in the sidebar, and the buttons of a day's note. Decision 0060. */

export const daysText = {
  title: "Days",
  folder: "Days",
  today: "Today",
  previous: "Previous day with a note",
  next: "Next day with a note",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  collapse: "Hide the calendar",
  expand: "Show the calendar",
  linkMenu: "Link to a day",
  pick: "Pick a date…",
  pickTitle: "Pick a date",
  /** Pattern of a day's note without a template (core/document/templates/date-pattern.ts). */
  titlePattern: "dddd, D MMMM YYYY",
  monthPattern: "MMMM YYYY",
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  hasNote: (day: string) => `${day}, has a note`,
} as const;
