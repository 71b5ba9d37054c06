/** Scans the code of the other device with this one's camera. Hidden if the device has no camera. */
import type { ApprovalLink } from "@satchel/core/vault/approval/approval-code.ts";
import type { ScanOutcome } from "@satchel/core/vault/approval/approval-service-types.ts";
import { Camera } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { approvalText, scanText } from "../../../text/account/approval.ts";
import { type CameraScanner, useServices } from "../../services.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Problem } from "../Problem.tsx";
import css from "./approval.module.css";

export function ScanButton() {
  const { camera, approvals } = useServices();
  const [isThere, setThere] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<ScanOutcome>();
  useEffect(() => {
    let isGone = false;
    void camera()
      .then((scanner) => scanner.isThere())
      // Without the code of the camera there is the typed code.
      .catch(() => false)
      .then((answer) => !isGone && setThere(answer));
    return () => {
      isGone = true;
    };
  }, [camera]);
  const handleLink = (link: ApprovalLink): void => {
    setOpen(false);
    void approvals.scan(link).then(setOutcome);
  };
  if (!isThere) return null;
  return (
    <>
      <Button label={approvalText.scanTheirs} icon={<Camera width={16} height={16} aria-hidden />} onPress={() => setOpen(true)} />
      <Problem sentence={outcome === undefined ? undefined : scanText[outcome]} />
      {isOpen && <ScanDialog onLink={handleLink} onClose={() => setOpen(false)} />}
    </>
  );
}

type ScanDialogProps = { readonly onLink: (link: ApprovalLink) => void; readonly onClose: () => void };

function ScanDialog({ onLink, onClose }: ScanDialogProps) {
  const { camera } = useServices();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const found = useRef(onLink);
  found.current = onLink;
  useEffect(() => {
    let [isGone, stop] = [false, (): void => undefined];
    const onFailed = (): void => setProblem(approvalText.noCamera);
    const listener = { onLink: (link: ApprovalLink) => found.current(link), onOther: () => setProblem(approvalText.notOurs), onFailed };
    const begin = (scanner: CameraScanner): void => {
      if (!isGone && video.current !== null) stop = scanner.scan(video.current, listener);
    };
    void camera().then(begin, onFailed);
    return () => {
      isGone = true;
      stop();
    };
  }, [camera]);
  return (
    <Dialog title={approvalText.scanTitle} onClose={onClose}>
      <p className={css.sentence}>{approvalText.scanHint}</p>
      <video ref={video} className={css.video} muted playsInline />
      <Problem sentence={problem} />
    </Dialog>
  );
}
