/**
 * The two halves of the sign-in pages: the form, and what Satchel is. On narrow screens the promise and the preview are above the form, and
 * an account's benefits are below it.
 */

import { PATHS } from "@satchel/core/model/routes.ts";
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from "react";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { Link } from "../../shared/router/Link.tsx";
import { Logo } from "../../shared/ui/Logo.tsx";
import { accountText } from "../../text/account/account.ts";
import css from "./auth.module.css";

type AuthFrameProps = {
  readonly title: string;
  readonly sentence: string;
  readonly pitch: "welcome" | "benefits";
  /** Page that this is, if it offers to sign in and to create an account as equals. */
  readonly choice?: "sign-in" | "create-account";
  readonly children: ReactNode;
};

export function AuthFrame({ title, sentence, pitch, choice, children }: AuthFrameProps) {
  const heading = useFocusedHeading(title);
  return (
    <div className={choice === "sign-in" ? `${css.frame} ${css.promising}` : css.frame}>
      <main className={css.main}>
        <div className={css.column}>
          <Logo />
          {choice !== undefined && <Choice current={choice} />}
          <header className={css.head}>
            <h1 ref={heading} tabIndex={-1} className={css.title}>
              {title}
            </h1>
            <p className={css.sentence}>{sentence}</p>
          </header>
          {children}
        </div>
      </main>
      <aside className={pitch === "welcome" ? css.aside : `${css.aside} ${css.stays}`}>
        <div className={css.pitch}>
          <h2 className={css.pitchTitle}>{pitch === "welcome" ? accountText.pitchTitle : accountText.benefitsTitle}</h2>
          <Suspense fallback={pitch === "welcome" && <div className={css.preview} />}>
            <LazyPitch pitch={pitch} />
          </Suspense>
        </div>
      </aside>
    </div>
  );
}

/** When a form is replaced, focuses the new heading, so that it is read out and Tab continues from there. */
function useFocusedHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title]);
  return heading;
}

function Choice({ current }: { readonly current: NonNullable<AuthFrameProps["choice"]> }) {
  const { choice } = accountText;
  return (
    <nav className={css.choice} aria-label={choice.label}>
      <Link to={PATHS.register} aria-current={current === "create-account" ? "page" : undefined}>
        {choice.createAccount}
      </Link>
      <Link to={PATHS.login} aria-current={current === "sign-in" ? "page" : undefined}>
        {choice.signIn}
      </Link>
    </nav>
  );
}

/** Loaded after the form, which most visitors came for. */
const LazyPitch = lazyComponent(async () => (await import("./Pitch.tsx")).Pitch);
