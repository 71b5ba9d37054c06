/** The server's data about the connection, for diagnosis. Shows no token. Spec B §2 "Debug", B §8 "debug messages". */
import type { DebugToken } from "@satchel/contract/drives/cloud.ts";
import { useEffect, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { cloudStorageText } from "../../text/drive/cloud-storage.ts";
import css from "./cloud-storage.module.css";

export function DebugView() {
  const { connection } = useServices();
  const [found, setFound] = useState<DebugToken | "failed">();
  useEffect(() => {
    let isGone = false;
    void connection.debug().then((answer) => {
      if (!isGone) setFound(answer.ok ? answer.value : "failed");
    });
    return () => {
      isGone = true;
    };
  }, [connection]);
  return (
    <section className={css.section} aria-label={cloudStorageText.debugTitle}>
      <h3 className={css.title}>{cloudStorageText.debugTitle}</h3>
      {found === undefined && <DelayedSpinner />}
      {found === "failed" && <p role="alert">{cloudStorageText.debugFailed}</p>}
      {found !== undefined && found !== "failed" && <Details found={found} />}
    </section>
  );
}

function Details({ found }: { readonly found: DebugToken }) {
  const { hasProvider, hasToken, tokenValid, scope } = found;
  const rows = [
    [cloudStorageText.provider, hasProvider ? cloudStorageText.there : cloudStorageText.notThere],
    [cloudStorageText.token, hasToken ? (tokenValid ? cloudStorageText.valid : cloudStorageText.invalid) : cloudStorageText.notThere],
    [cloudStorageText.scope, scope ?? cloudStorageText.notThere],
  ] as const;
  return (
    <>
      <p role="status">{adviceOf(found)}</p>
      <dl className={css.debug}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function adviceOf({ hasProvider, hasToken, tokenValid }: DebugToken): string {
  if (!hasProvider) return cloudStorageText.noProvider;
  if (!hasToken) return cloudStorageText.noToken;
  return tokenValid ? cloudStorageText.allWell : cloudStorageText.tokenInvalid;
}
