/** Reasons why an image of another website was not loaded. Decision 0032. */
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";

const OF_KIND = {
  offline: "You're offline. Try again when you're connected.",
  "unreadable-site":
    "This website can't be reached, or doesn't let other apps read its images. Open the image, copy it, and paste it here.",
  "site-refused": "The website refused the request.",
  "no-answer": "The website didn't respond. Try again later.",
  canceled: "",
  "not-loaded": "The image couldn't be loaded. Try again.",
  "not-an-image": "There's no image at this address.",
  "image-too-large": "The image is larger than 50 MB.",
  "image-too-many-pixels": "The image has more than 134 megapixels.",
  "image-heic": "This browser can't read HEIC images.",
  "image-broken": "The image is damaged, or this browser can't read it.",
  "image-worker-failed": "The image couldn't be prepared. Try again.",
} as const satisfies Record<RemoteImageProblem["kind"], string>;

const OF_STATUS: Readonly<Record<number, string>> = {
  401: "You need to sign in to this website to see the image. Open the image, copy it, and paste it here.",
  403: "The website doesn't allow this image to be loaded. Open the image, copy it, and paste it here.",
  404: "The website no longer has this image.",
  410: "The website no longer has this image.",
  429: "The website is getting too many requests. Try again later.",
};

export function remoteImageProblemText(problem: RemoteImageProblem): string {
  if (problem.kind !== "site-refused") return OF_KIND[problem.kind];
  return (
    OF_STATUS[problem.status] ?? (problem.status >= 500 ? "The website is having problems. Try again later." : OF_KIND["site-refused"])
  );
}
