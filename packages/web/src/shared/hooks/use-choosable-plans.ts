/** Which plans this account may choose. All of them until the server has answered, which decides anyway. */
import { PLAN_TYPES, type PlanType } from "@satchel/contract/plans.ts";
import { useEffect, useState } from "react";
import { useServices } from "../services.ts";

export function useChoosablePlans(): readonly PlanType[] {
  const { account } = useServices();
  const [plans, setPlans] = useState<readonly PlanType[]>(PLAN_TYPES);
  useEffect(() => {
    let isShown = true;
    void account.choosablePlans().then((choosable) => isShown && setPlans(choosable ?? PLAN_TYPES));
    return () => {
      isShown = false;
    };
  }, [account]);
  return plans;
}
