/** Catches rendering errors, and renders the page again once the user navigates. */
import { Component, type ReactNode } from "react";
import type { Location } from "../../shared/router/create-router.ts";
import { useLocation } from "../../shared/router/router.ts";
import { ErrorScreen } from "./ErrorScreen.tsx";

export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  const location = useLocation();
  return <Boundary location={location}>{children}</Boundary>;
}

type BoundaryProps = { readonly location: Location; readonly children: ReactNode };
type BoundaryState = { readonly caught: { readonly error: unknown } | undefined; readonly location: Location };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: undefined, location: this.props.location };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): BoundaryState {
    return location === state.location ? state : { caught: undefined, location };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught === undefined ? this.props.children : <ErrorScreen error={caught.error} />;
  }
}
