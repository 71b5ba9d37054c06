/** Page for unknown paths. Spec A §2.1. */
import { PATHS } from "@satchel/core/model/routes.ts";
import { Link } from "../shared/router/Link.tsx";
import { useLocation, useNavigate } from "../shared/router/router.ts";
import { Button, buttonClass } from "../shared/ui/Button.tsx";
import { EmptyState } from "../shared/ui/EmptyState.tsx";
import { pagesText } from "../text/pages/pages.ts";

export function NotFoundScreen() {
  const navigate = useNavigate();
  const { isFirst } = useLocation();
  // A window that was opened at this address has no page to go back to.
  const isAlone = isFirst && history.length === 1;
  return (
    <main className="whole-page">
      <EmptyState
        isPage
        title={pagesText.notFound}
        sentence={pagesText.notFoundSentence}
        action={
          <>
            <Link to={PATHS.dashboard} className={buttonClass("primary")}>
              {pagesText.goToDashboard}
            </Link>
            <Button label={pagesText.goBack} onPress={() => (isAlone ? navigate(PATHS.root, { replace: true }) : navigate(-1))} />
          </>
        }
      />
    </main>
  );
}
