/** Port: the channel between online devices; messages may be lost, repeated, delayed or forged. Suite: testing/signals-contract.ts. */
import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Result } from "../../model/result.ts";

export type SignalsListener = {
  /** Called when the channel opens, also after a break. Earlier messages are not delivered. */
  readonly onOpen: () => void;
  readonly onMessage: (message: string) => void;
  readonly onClosed: () => void;
};

export interface Signals {
  /** Opens the channel and reopens it after breaks, until the returned function is called. */
  listen(listener: SignalsListener): () => void;
  /** Sends to the account's other listening devices. Returns false if the message was not accepted; it is not retried. */
  send(message: string): Promise<boolean>;
}

/** Seals messages with the vault's key. They are base64url, as in the contract. */
export interface SignalSealing {
  sealSignal(content: object): Promise<Result<string, "locked" | "too-large">>;
  openSignal(message: string): Promise<Result<object, UnreadableReason | "locked">>;
}
