/** Draws an address as a QR code: black on white in every theme, because some cameras do not read inverted codes. */
import encodeQR from "qr";
import { useEffect, useMemo, useRef } from "react";
import css from "./approval.module.css";

/** Light modules around the code that ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => toPath(text), [text]);
  const image = useRef<SVGSVGElement>(null);
  // A code that is cut off at the edge of the page or of a dialog cannot be scanned, and the other ways are below it.
  useEffect(() => {
    // Braces, because newer browsers return a promise here, which React would call as the cleanup of the effect.
    image.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <svg ref={image} className={css.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

function toPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size: rows.length, path };
}
