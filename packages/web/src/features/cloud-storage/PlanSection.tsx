/** The three plans, the current one, and changing to another: copy, verify, switch. Decision 0010. */
import { needsOwnDrive, PLAN_TYPES, type PlanType } from "@satchel/contract/plans.ts";
import { useEffect, useState } from "react";
import { useMove } from "../../shared/hooks/use-move.ts";
import { useChoosablePlans } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { MoveActions } from "../../shared/ui/MoveActions.tsx";
import { planNotOffered, planText } from "../../text/account/plans.ts";
import { migrationText, moveProblemText, moveProgress, moveSentence } from "../../text/drive/migration.ts";
import css from "./cloud-storage.module.css";

export function PlanSection() {
  const { account, migration } = useServices();
  const plan = useStore(account.store, (state) => (state.kind === "signed-in" ? state.user.planType : undefined));
  const [wanted, setWanted] = useState<PlanType>();
  const move = useMove();
  const choosable = useChoosablePlans();
  useEffect(() => void migration.look(), [migration]);
  if (plan === undefined) return null;
  return (
    <section className={css.section} aria-label={migrationText.title}>
      <h3 className={css.title}>{migrationText.title}</h3>
      <Progress {...move} />
      <ul className={css.providers}>
        {PLAN_TYPES.map((type) => (
          <PlanRow
            key={type}
            type={type}
            isYours={type === plan}
            isOffered={choosable.includes(type)}
            isBusy={move.state.kind !== "none"}
            onChange={() => setWanted(type)}
          />
        ))}
      </ul>
      {wanted !== undefined && <ChangeDialog from={plan} to={wanted} onClose={() => setWanted(undefined)} />}
    </section>
  );
}

function Progress(move: ReturnType<typeof useMove>) {
  const { state } = move;
  const sentence = moveSentence(state);
  if (sentence === undefined) return null;
  const progress = moveProgress(state);
  const { done, total } = state.kind === "copying" ? state : { done: undefined, total: undefined };
  return (
    <div className={css.move} role="status">
      <p>{sentence}</p>
      {progress !== undefined && <p className={css.row}>{progress}</p>}
      {done !== undefined && total !== undefined && (
        <Bar label={migrationText.title} percent={total === 0 ? 100 : Math.round((100 * done) / total)} />
      )}
      <div className={css.buttons}>
        <MoveActions {...move} />
      </div>
    </div>
  );
}

type PlanRowProps = {
  readonly type: PlanType;
  readonly isYours: boolean;
  readonly isOffered: boolean;
  readonly isBusy: boolean;
  readonly onChange: () => void;
};

function PlanRow({ type, isYours, isOffered, isBusy, onChange }: PlanRowProps) {
  const { name, price, summary } = planText[type];
  return (
    <li className={`${css.provider} ${css.planRow}`}>
      <span className={css.planWords}>
        <b>{name}</b>
        <span className={css.state}>{`${price} · ${summary}`}</span>
      </span>
      {isYours && <span className={`${css.badge} ${css.good}`}>{migrationText.yours}</span>}
      {!isYours && !isOffered && <span className={css.state}>{planNotOffered}</span>}
      {!isYours && isOffered && <Button label={migrationText.changeTo(type)} size="small" isDisabled={isBusy} onPress={onChange} />}
    </li>
  );
}

type ChangeDialogProps = { readonly from: PlanType; readonly to: PlanType; readonly onClose: () => void };

function ChangeDialog({ from, to, onClose }: ChangeDialogProps) {
  const { migration, connection } = useServices();
  const hasNoDrive = useStore(connection.store, ({ kind }) => kind === "none");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    const refused = await migration.change(to);
    setBusy(false);
    if (refused === undefined) onClose();
    else setProblem(moveProblemText[refused]);
  };
  return (
    <ConfirmDialog
      variant="info"
      title={migrationText.confirmTitle(to)}
      message={
        <>
          <p>{`${migrationText.price(to)} ${whatHappens(from, to, hasNoDrive)}`}</p>
          {problem !== undefined && <p role="alert">{problem}</p>}
        </>
      }
      confirm={migrationText.confirm}
      busy={isBusy}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    />
  );
}

function whatHappens(from: PlanType, to: PlanType, hasNoDrive: boolean): string {
  if (needsOwnDrive(from) === needsOwnDrive(to)) return migrationText.sameStorage;
  if (needsOwnDrive(to)) return `${migrationText.toOwnDrive} ${migrationText.former}`;
  return hasNoDrive ? migrationText.fromHere : `${migrationText.toManaged} ${migrationText.former}`;
}
