import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { QrCode } from "./QrCode.tsx";

it("shows a code, and leaves without an error in a browser that scrolls with a promise", () => {
  const { unmount } = render(<QrCode text="https://notes.example.org/approve#2.abc" label="Code" />);
  expect(screen.getByRole("img", { name: "Code" }).querySelector("path")?.getAttribute("d")).toMatch(/^M4 4h1v1h-1z/);
  expect(unmount).not.toThrow();
});
