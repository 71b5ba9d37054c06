/** Who signed out here leaves no way back to their page: anyone who signs in next begins at the dashboard. Spec A §2.2, B §2 "Sign Out". */
import { PATHS } from "@satchel/core/model/routes.ts";
import { useRouter } from "../router/router.ts";

export function useStartOver(): () => void {
  const router = useRouter();
  return () => {
    // They may have gone on meanwhile, or be signed in again.
    if (router.store.getState().location.pathname === PATHS.login) router.navigate(PATHS.login, { replace: true });
  };
}
