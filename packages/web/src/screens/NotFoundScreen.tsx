/** Any path that leads nowhere. Spec A §2.1. */
import { PATHS } from "@satchel/core/routing/routes.ts";
import { Link, useNavigate } from "react-router";
import { Button, buttonClass } from "../shared/ui/Button.tsx";
import { EmptyState } from "../shared/ui/EmptyState.tsx";
import { pagesText } from "../text/pages.ts";

export function NotFoundScreen() {
  const navigate = useNavigate();
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
            <Button onPress={() => navigate(-1)}>{pagesText.goBack}</Button>
          </>
        }
      />
    </main>
  );
}
