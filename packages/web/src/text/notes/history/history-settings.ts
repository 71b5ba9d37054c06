/** Text of the setting for how much history is kept. Decision 0035. */
import type { HistoryMeasure, HistorySize } from "@satchel/core/library/history/thinning/thinning-service-types.ts";
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";

const count = (value: number): string => value.toLocaleString("en-GB");
const versions = (value: number): string => (value === 1 ? "1 version" : `${count(value)} versions`);
const size = ({ versions: value, chars }: HistorySize): string => `${versions(value)} (about ${formatBytes(chars)})`;

export const historySettingsText = {
  title: "Version history",
  sentence: "Every version is kept. Thinning keeps 30 days, then one a day, after half a year one a week.",
  thinned: "Thinned out on this device: all versions of the last 30 days stay, then one a day, and after half a year one a week.",
  measured: ({ all, dropped }: HistoryMeasure) =>
    dropped.versions === 0
      ? `There are ${size(all)} on this device. Thinning would free nothing now.`
      : `There are ${size(all)} on this device. Thinning would remove ${size(dropped)}.`,
  none: "There are no earlier versions on this device yet.",
  measure: "Check how much this would free",
  thin: "Thin out old versions…",
  keepAll: "Keep every version",
  question: "Thin out old versions?",
  consequence: ({ dropped }: HistoryMeasure) =>
    `This removes ${size(dropped)} from this device and can't be undone. Your notes, and versions needed by a conflict copy, don't change. From now on, old versions are thinned out once a day.`,
  confirm: "Thin out",
  working: { measure: "Checking the history", thin: "Thinning out old versions" },
  progress: (done: number, of: number) => `${count(done)} of ${count(of)} notes`,
  done: (value: number) => `${versions(value)} removed.`,
  failed: "Something went wrong. No notes were changed. Try again.",
  full: "There's no space to rewrite the history. Free up some space on this device, then try again. No notes were changed.",
} as const;
