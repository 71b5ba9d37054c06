/** Port: unusable rows of the database (library/index/stored-rows.ts), kept until the user removes them. */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "./local-store.ts";

export type UnreadableRow = {
  /** Object store of the row, and its key there. */
  readonly store: string;
  readonly key: string | number;
  readonly kind: "note" | "folder" | "draft" | "attachment" | "conflict";
  /** `no-text`: the text, or the bytes of a file, are missing or have a wrong type. */
  readonly problem: "no-text" | "damaged";
  /** Title or name, if one can be read. */
  readonly name?: string;
};

export interface UnreadableRowStore {
  list(): Promise<Result<readonly UnreadableRow[], StoreProblem>>;
  /** Returns the stored row as JSON; undefined if it is gone. */
  read(row: UnreadableRow): Promise<Result<string | undefined, StoreProblem>>;
  /** Removes the row if it is still unusable, and returns whether it did. */
  remove(row: UnreadableRow): Promise<Result<boolean, StoreProblem>>;
}
