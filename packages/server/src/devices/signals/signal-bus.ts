/** Forwards signals between servers that share one database. A single server uses `ALONE`. */

/** `from` is the sending session. `check` means that a session of the account has ended, so its streams must end too. */
export type BusMessage =
  | { readonly kind: "signal"; readonly accountId: string; readonly from: string; readonly message: string }
  | { readonly kind: "check"; readonly accountId: string };

export type BusListener = {
  readonly onMessage: (message: BusMessage) => void;
  /** Called when messages arrive again after a time in which some may have been lost. */
  readonly onGap: () => void;
};

export type SignalBus = {
  /** Publishes to the other servers; best effort. */
  readonly publish: (message: BusMessage) => Promise<void>;
  /** Subscribes to messages from other servers. Called once. */
  readonly listen: (listener: BusListener) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const ALONE: SignalBus = { publish: async () => undefined, listen: async () => undefined, close: async () => undefined };
