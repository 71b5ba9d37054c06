import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { PasswordField } from "./PasswordField.tsx";

const field = () => screen.getByLabelText<HTMLInputElement>("Password");

describe("A2.2 showing a password", () => {
  it("shows the typed password, and keeps the browser from storing it", async () => {
    render(<PasswordField label="Password" name="password" autoComplete="new-password" defaultValue="quiet sea 77" />);
    expect([field().type, field().autocomplete]).toEqual(["password", "new-password"]);
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect([field().type, field().autocomplete]).toEqual(["text", "off"]);
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect([field().type, field().autocomplete]).toEqual(["password", "new-password"]);
  });
});
