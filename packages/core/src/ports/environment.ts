/** Interfaces to the environment: time, random values, timers, network state, and coordination of tabs. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

export interface Ids {
  /** Returns URL-safe random text of exactly `length` characters. */
  random(length: number): string;
}

/** Pseudo-random numbers in [0, 1) for jitter. */
export type Random = () => number;

export interface Timers {
  /** Runs once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

export interface Network {
  isOnline(): boolean;
  onChange(listener: (online: boolean) => void): () => void;
}

/** One leader among all tabs of this origin. `run` is called when this tab becomes leader; leadership ends when its promise settles. */
export interface Leadership {
  lead(name: string, run: (signal: { readonly aborted: boolean }) => Promise<void>): () => void;
}

/** The windows of this origin. */
export interface Windows {
  /** Ids of the open windows, including this one. */
  living(): Promise<readonly string[]>;
  /** Called when this window comes to the front; other windows may have closed since. */
  onTurnedTo(listener: () => void): () => void;
}

/** Work that only one tab of this origin does at a time; the others wait. */
export interface Exclusive {
  run<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
}

/** Messages between tabs of this origin; a sender does not receive its own. */
export interface Channel<Message> {
  post(message: Message): void;
  onMessage(listener: (message: Message) => void): () => void;
}
