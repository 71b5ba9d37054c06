/**
 * A link to a main page, marked when current. `end`: only the page itself, not those below it; `except`: a page below it that does not
 * count.
 */
import { Link, type LinkProps } from "./Link.tsx";
import { useLocation } from "./router.ts";

type NavLinkProps = Omit<LinkProps, "className"> & {
  readonly end?: boolean;
  readonly except?: readonly string[];
  readonly className: (state: { readonly isActive: boolean }) => string;
};

export function NavLink({ end = false, except = [], className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`) && !except.includes(pathname));
  return <Link {...rest} className={className({ isActive })} {...(isActive ? { "aria-current": "page" as const } : {})} />;
}
