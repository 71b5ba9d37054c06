/** A password with the eye that shows it. Keeps nothing, nor lets the browser: the value is the form's. Spec A §2.2, B §2 "Security". */
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
      // What is in a field of text the browser writes into its own file of open pages, unless that is turned off.
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
