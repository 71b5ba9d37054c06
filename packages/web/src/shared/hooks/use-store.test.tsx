import { createStore, type ReadableStore } from "@satchel/core/model/store.ts";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useStore } from "./use-store.ts";

type Titled = { readonly title: string };

function Title({ of, color }: { readonly of: ReadableStore<Titled>; readonly color: string }) {
  return <p style={{ color }}>{useStore(of, ({ title }) => title)}</p>;
}

it("stays subscribed to the store while the component renders again", () => {
  const store = createStore<Titled>({ title: "Milk" });
  let subscriptions = 0;
  const counted: ReadableStore<Titled> = {
    ...store,
    subscribe(listener) {
      subscriptions += 1;
      return store.subscribe(listener);
    },
  };
  const { rerender } = render(<Title of={counted} color="red" />);
  rerender(<Title of={counted} color="blue" />);
  act(() => store.setState({ title: "Bread" }));
  expect(screen.getByText("Bread")).toBeTruthy();
  expect(subscriptions).toBe(1);
});
