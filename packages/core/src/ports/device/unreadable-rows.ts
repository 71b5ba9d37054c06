/** Port: unusable rows of the database (library/index/stored-rows.ts), kept until the user removes them. */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "./local-store.ts";

export type UnreadableRow = {
  /** The store that it is in, and its key there. */
  readonly store: string;
  readonly key: string | number;
  readonly kind: "note" | "folder" | "draft" | "attachment" | "conflict";
  /** `no-text`: its text, or the bytes of a file, are missing or of another type. */
  readonly problem: "no-text" | "damaged";
  /** Its title or name, where one can be read. */
  readonly name?: string;
};

export interface UnreadableRowStore {
  list(): Promise<Result<readonly UnreadableRow[], StoreProblem>>;
  /** All that is stored of it, as JSON. Undefined: it is gone. */
  read(row: UnreadableRow): Promise<Result<string | undefined, StoreProblem>>;
  /** Only a row that still cannot be used; whether it was. */
  remove(row: UnreadableRow): Promise<Result<boolean, StoreProblem>>;
}
