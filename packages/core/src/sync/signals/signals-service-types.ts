/** The channel between one's own devices as screens see it: whether it is open, and which other devices are there. */
import type { ReadableStore } from "../../model/store.ts";
import type { Peer } from "./peers.ts";

export type SignalsState = { readonly isOpen: boolean; readonly others: readonly Peer[] };

export interface SignalsService {
  readonly store: ReadableStore<SignalsState>;
  /** The note in front of the user changed, or the page came to the front or left it. */
  shown(): void;
  /** Listens and sends until the answer is called. */
  start(): () => void;
}
