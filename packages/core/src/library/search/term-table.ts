/** Maps terms to documents and finds terms by prefix. Document numbers only grow; the owner handles removals. */
import { SEARCH } from "../../model/limits/limits.ts";
import { editsAllowed, isNear, letterMask, mayBeNear } from "./typos.ts";

export type Lists = readonly (readonly number[])[];

const BUCKET_CHARS = 2;
const NONE: readonly number[] = [];

export class TermTable {
  readonly #idOf = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #masks: number[] = [];
  readonly #documents: number[][] = [];
  /** Term ids by first two letters. */
  readonly #buckets = new Map<string, number[]>();

  /** Must be called with ascending document numbers. */
  add(term: string, document: number): void {
    const documents = this.#documents[this.#idOf.get(term) ?? this.#create(term)] as number[];
    if (documents[documents.length - 1] !== document) documents.push(document);
  }

  documentsOf(term: string): readonly number[] {
    const id = this.#idOf.get(term);
    return id === undefined ? NONE : (this.#documents[id] as number[]);
  }

  /** Returns one list per term with this prefix. */
  beginningWith(prefix: string): Lists {
    const found: (readonly number[])[] = [];
    for (const ids of this.#bucketsOf(prefix)) {
      for (const id of ids) if ((this.#terms[id] as string).startsWith(prefix)) found.push(this.#documents[id] as number[]);
    }
    return found;
  }

  /** Returns terms that a typo may have meant. */
  near(typed: string): readonly string[] {
    const edits = editsAllowed(typed);
    if (edits === 0) return [];
    const mask = letterMask(typed);
    const found: string[] = [];
    for (let id = 0; id < this.#terms.length && found.length < SEARCH.maxCorrected; id += 1) {
      const term = this.#terms[id] as string;
      if (mayBeNear(mask, this.#masks[id] as number, edits) && isNear(typed, term, edits)) found.push(term);
    }
    return found;
  }

  #create(term: string): number {
    const id = this.#terms.length;
    this.#idOf.set(term, id);
    this.#terms.push(term);
    this.#masks.push(letterMask(term));
    this.#documents.push([]);
    const key = term.slice(0, BUCKET_CHARS);
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, [id]);
    else bucket.push(id);
    return id;
  }

  #bucketsOf(prefix: string): Lists {
    if (prefix.length >= BUCKET_CHARS) return [this.#buckets.get(prefix.slice(0, BUCKET_CHARS)) ?? NONE];
    return [...this.#buckets].flatMap(([key, ids]) => (key.startsWith(prefix) ? [ids] : []));
  }
}
