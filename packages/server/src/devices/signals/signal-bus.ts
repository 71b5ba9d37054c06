/** How servers that share one database forward signals to each other. A single server has `ALONE`. */

/** `from`: the session that sent it. `check`: a session of the account has ended, and streams that were opened with it end too. */
export type BusMessage =
  | { readonly kind: "signal"; readonly accountId: string; readonly from: string; readonly message: string }
  | { readonly kind: "check"; readonly accountId: string };

export type SignalBus = {
  /** To the other servers; best effort. */
  readonly publish: (message: BusMessage) => Promise<void>;
  /** What other servers publish. Called once. */
  readonly listen: (listener: (message: BusMessage) => void) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const ALONE: SignalBus = { publish: async () => undefined, listen: async () => undefined, close: async () => undefined };
