/** Names one of the user's devices, in the place where its name is shown. Enter saves, Escape cancels. */
import { DEVICES } from "@satchel/core/model/limits/limits.ts";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { commonText } from "../../text/labels.ts";
import { deviceNameText } from "../../text/pages/device-name.ts";
import { useLibrary } from "../services.ts";
import { Button } from "../ui/Button.tsx";
import css from "./device-name-form.module.css";
import { TextField } from "./TextField.tsx";

type DeviceNameFormProps = { readonly deviceId: string; readonly name: string; readonly onDone: () => void };

export function DeviceNameForm({ deviceId, name, onDone }: DeviceNameFormProps) {
  const { devices } = useLibrary();
  const [value, setValue] = useState(name);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // The name counts at once here; the other devices receive it when the server answers.
    if (value.trim() !== "" && value.trim() !== name) void devices.rename(deviceId, value);
    onDone();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onDone();
  };
  return (
    <form className={css.form} onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <TextField
        label={deviceNameText.label}
        value={value}
        onChange={setValue}
        maxLength={DEVICES.nameMaxChars}
        autoFocus
        autoComplete="off"
      />
      <div className={css.actions}>
        <Button label={commonText.save} type="submit" size="small" tone="primary" />
        <Button label={commonText.cancel} size="small" tone="quiet" onPress={onDone} />
      </div>
    </form>
  );
}
