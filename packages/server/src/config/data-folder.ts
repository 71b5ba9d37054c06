/** The single folder in which the server stores everything, readable only by its own user. */
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartProblem } from "./start-problem.ts";

export type DataFolder = {
  readonly root: string;
  readonly database: string;
  readonly managed: string;
  readonly sandbox: string;
  readonly outbox: string;
};

export function openDataFolder(root: string): DataFolder {
  try {
    makeFolder(root);
    accessSync(root, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      `The data folder ${root} cannot be written (${code}). Give it to this user, or set SATCHEL_DATA_DIR to another folder.`,
    );
  }
  return dataFolderAt(root);
}

/** Returns the paths without creating anything. */
export function dataFolderAt(root: string): DataFolder {
  return {
    root,
    database: join(root, "satchel.sqlite"),
    managed: join(root, "managed"),
    sandbox: join(root, "sandbox"),
    outbox: join(root, "outbox"),
  };
}

// Avoids `recursive` of mkdir, which never returns if a parent cannot be created, as under /proc.
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
