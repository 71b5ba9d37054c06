/** The rules of a new password, ticked off while typing. Spec A §5 "Register password". */
import { passwordRules } from "@satchel/core/vault/account/check-credentials.ts";
import { Check, Circle } from "lucide-react";
import { accountText, passwordRuleText } from "../../text/account/account.ts";
import css from "./password-rules.module.css";

export function PasswordRules({ password }: { readonly password: string }) {
  return (
    <ul className={css.rules} aria-label={accountText.rules}>
      {passwordRules(password).map((rule) => (
        <li key={rule.name} className={`${css.rule} ${rule.isMet ? css.met : ""}`}>
          {rule.isMet ? <Check aria-hidden /> : <Circle aria-hidden />}
          {passwordRuleText[rule.name]}
          <span className="visually-hidden">{rule.isMet ? accountText.ruleMet : accountText.ruleOpen}</span>
        </li>
      ))}
    </ul>
  );
}
