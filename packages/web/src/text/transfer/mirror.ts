/** Text about the folder that mirrors the notes. */
import type { MirrorStop } from "@satchel/core/transfer/mirror/mirror-service-types.ts";

const number = (count: number): string => count.toLocaleString("en-US");
const countOf = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`;

export const mirrorText = {
  title: "Keep a folder up to date",
  sentence: "Your notes as Markdown files, without sensitive ones. Changes made there don't come back.",
  unsupported: "This browser can't write to a folder. Use Chrome or Edge on a computer.",
  choose: "Choose a folder",
  chooseOther: "Choose another folder",
  writing: (folder: string, done: number, total: number) => `Writing to “${folder}”: ${number(done)} of ${countOf(total, "note", "notes")}`,
  upToDate: (folder: string, notes: number, time: string) => `“${folder}” is up to date: ${countOf(notes, "note", "notes")}, ${time}.`,
  needsPermission: (folder: string) => `Your browser asks for permission again before Satchel may write to “${folder}”.`,
  allow: "Allow",
  retry: "Try again",
  turnOff: "Turn off",
} as const;

const stopText = {
  "folder-gone": (folder) => `The folder “${folder}” isn't there anymore. Put it back and try again, or choose another one.`,
  "disk-full": (folder) => `There isn't enough space for “${folder}”. Free up some space and try again.`,
  "cannot-write": (folder) => `A file in “${folder}” couldn't be written. Close other programs that use it and try again.`,
  "notes-unread": (folder) => `Your notes couldn't be read, so “${folder}” isn't up to date. Try again.`,
} as const satisfies Record<MirrorStop, (folder: string) => string>;

export function mirrorStopped(why: MirrorStop, folder: string): string {
  return stopText[why](folder);
}
