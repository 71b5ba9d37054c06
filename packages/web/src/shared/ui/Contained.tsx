/** Holds what breaks while one thing is rendered to that thing: a row, a tab. It is rendered again when the thing changes. */
import { Component, type ReactNode } from "react";

/** `of`: what is rendered; another one is tried again. `instead`: what is there while it cannot be rendered. */
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
