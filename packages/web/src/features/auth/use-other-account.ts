/** Another user's notes are still on this device: nothing is sent until they may be deleted, or are kept. encryption.md 3.5 (13). */
import { useState } from "react";

export function useOtherAccount<Values>(sendAnyway: (values: Values) => Promise<unknown>) {
  const [other, setOther] = useState<{ readonly values: Values; readonly owner: string }>();
  const discardOther = async (): Promise<void> => {
    setOther(undefined);
    if (other !== undefined) await sendAnyway(other.values);
  };
  return {
    owner: other?.owner,
    found: (values: Values, owner: string) => setOther({ values, owner }),
    keepOther: () => setOther(undefined),
    discardOther,
  };
}
