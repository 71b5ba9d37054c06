/** Small interfaces to the environment: time, chance, timers, the network's state, and which tab may sync. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
}

export interface Ids {
  /** URL-safe random text of exactly `length` characters. */
  random(length: number): string;
}

/** Pseudo-random numbers in [0, 1) for jitter. */
export type Random = () => number;

export interface Timers {
  /** Runs once after `delayMs`; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

export interface Network {
  isOnline(): boolean;
  onChange(listener: (online: boolean) => void): () => void;
}

/** One holder among all tabs of this origin. `run` is called when this tab gets its turn; the turn ends when its promise does. */
export interface Leadership {
  lead(name: string, run: (signal: { readonly aborted: boolean }) => Promise<void>): () => void;
}

/** The windows of this origin. */
export interface Windows {
  /** The ids of those that live, this one's too. */
  living(): Promise<readonly string[]>;
  /** This one comes to the front: another may be gone. */
  onTurnedTo(listener: () => void): () => void;
}

/** Work that one tab of this origin does at a time; the others wait for their turn. */
export interface Exclusive {
  run<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
}

/** Messages between tabs of this origin; a sender does not receive its own. */
export interface Channel<Message> {
  post(message: Message): void;
  onMessage(listener: (message: Message) => void): () => void;
}
