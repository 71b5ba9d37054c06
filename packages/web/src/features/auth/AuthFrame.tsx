/**
 * The two halves of the sign-in pages: the form, and what Satchel is. On narrow screens the promise and the picture are above the form, and
 * an account's benefits are below it.
 */

import { PATHS } from "@satchel/core/model/routes.ts";
import { Cloud, CloudOff, GitMerge, ShieldCheck, Smartphone, Upload } from "lucide-react";
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
        {pitch === "welcome" ? <Pitch /> : <Benefits />}
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

const PITCH_ICONS = [ShieldCheck, CloudOff, GitMerge] as const;
const BENEFIT_ICONS = [Smartphone, Cloud, ShieldCheck, Upload] as const;

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
const ProductPicture = lazyComponent(async () => (await import("./ProductPicture.tsx")).ProductPicture);

function Pitch() {
  return (
    <Points title={accountText.pitchTitle} points={accountText.pitch} icons={PITCH_ICONS}>
      <div className={css.picture}>
        <Suspense>
          <ProductPicture />
        </Suspense>
      </div>
    </Points>
  );
}

function Benefits() {
  return <Points title={accountText.benefitsTitle} points={accountText.benefits} icons={BENEFIT_ICONS} />;
}

type PointsProps = {
  readonly title: string;
  readonly points: readonly (readonly [string, string])[];
  readonly icons: readonly (typeof ShieldCheck)[];
  readonly children?: ReactNode;
};

function Points({ title, points, icons, children }: PointsProps) {
  return (
    <div className={css.pitch}>
      <h2 className={css.pitchTitle}>{title}</h2>
      {children}
      <ul className={css.points}>
        {points.map(([name, sentence], index) => {
          const Icon = icons[index % icons.length] as typeof ShieldCheck;
          return (
            <li key={name} className={css.point}>
              <Icon width={18} height={18} aria-hidden />
              <div>
                <h3 className={css.pointName}>{name}</h3>
                <p>{sentence}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
