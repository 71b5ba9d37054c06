/** Dialogs that outlive the page that opened them (Spec A §2.2). `useLocally`: the local-mode warning. */
import { createStore, type ReadableStore } from "../../model/store.ts";

export type PromptsState = {
  /** E-mail address of the failed sign-in, for 'Reset password'. */
  readonly signInFailed: { readonly email: string } | undefined;
  readonly maintenance: boolean;
  readonly useLocally: boolean;
};

const NONE: PromptsState = { signInFailed: undefined, maintenance: false, useLocally: false };

export interface PromptsService {
  readonly store: ReadableStore<PromptsState>;
  raiseSignInFailed(email: string): void;
  raiseMaintenance(): void;
  raiseUseLocally(): void;
  close(): void;
}

/** Shows one prompt at a time, the last one raised. */
export function createPromptsService(): PromptsService {
  const store = createStore<PromptsState>(NONE);
  return {
    store,
    raiseSignInFailed: (email) => store.setState({ ...NONE, signInFailed: { email } }),
    raiseMaintenance: () => store.setState({ ...NONE, maintenance: true }),
    raiseUseLocally: () => store.setState({ ...NONE, useLocally: true }),
    close: () => store.setState(NONE),
  };
}
