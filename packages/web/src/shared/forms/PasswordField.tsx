/**
 * A password field with a button that shows the password. The form owns the value; the field and the browser do not store it. Spec A
 * §2.2, B §2 "Security".
 */
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { commonText } from "../../text/labels.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

export function PasswordField(props: Omit<TextFieldProps, "type" | "end" | "lines">) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      // Browsers write the content of text fields into their session file unless autocomplete is off.
      {...(isShown ? { autoComplete: "off" } : {})}
      spellCheck="false"
      autoCorrect="off"
      end={
        <IconButton
          label={isShown ? commonText.hidePassword : commonText.showPassword}
          icon={isShown ? <EyeOff /> : <Eye />}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  );
}
