/** Port: the channel between online devices; messages may be lost, repeated, delayed or forged. Suite: testing/signals-contract.ts. */
import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Result } from "../../model/result.ts";

export type SignalsListener = {
  /** The channel is open, for the first time or again; what was sent before that is not received. */
  readonly onOpen: () => void;
  readonly onMessage: (message: string) => void;
  readonly onClosed: () => void;
};

export interface Signals {
  /** Opens the channel, and again by itself whenever it breaks, until the answer is called. */
  listen(listener: SignalsListener): () => void;
  /** To the account's other devices that listen. False: it was not taken, and is not tried again. */
  send(message: string): Promise<boolean>;
}

/** Under the vault's key. Messages are base64url, as the contract has them. */
export interface SignalSealing {
  sealSignal(content: object): Promise<Result<string, "locked" | "too-large">>;
  openSignal(message: string): Promise<Result<object, UnreadableReason | "locked">>;
}
