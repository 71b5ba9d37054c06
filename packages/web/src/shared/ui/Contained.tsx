/** Confines a rendering error to one item, such as a row or a tab. Renders it again when the item changes. */
import { Component, type ReactNode } from "react";

/** `of`: the rendered item; a new one is tried again. `instead`: fallback while it cannot be rendered. */
type ContainedProps = { readonly of: unknown; readonly instead: ReactNode; readonly children: ReactNode };
type ContainedState = { readonly isBroken: boolean; readonly of: unknown };

export class Contained extends Component<ContainedProps, ContainedState> {
  override state: ContainedState = { isBroken: false, of: this.props.of };

  static getDerivedStateFromError(): Partial<ContainedState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ of }: ContainedProps, state: ContainedState): ContainedState {
    return of === state.of ? state : { isBroken: false, of };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
