/** What stands in the place of a part that could not be fetched may ask for it once more. */
import { createContext, useContext } from "react";

export type TryAgain = { readonly isTrying: boolean; readonly tryAgain: () => void };

export const TryAgainContext = createContext<TryAgain>({ isTrying: false, tryAgain: () => undefined });

export const useTryAgain = (): TryAgain => useContext(TryAgainContext);
