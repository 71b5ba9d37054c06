/**
 * Layout of images side by side. Nothing beyond the sizes of the images is stored: a paragraph of images alone, of which some fill half a
 * row, is shown as rows. Lengths are pixels of a column of 720; other columns show the same proportions. Pure. Decision 0056.
 */
export type ImageSize = { readonly width: number; readonly height: number };

/** Space between two images, as in image-rows.css. */
const GAP_PX = 8;
export const IMAGE_ROW_PX = 720;
/** Narrower rows are small images in a line, such as icons. */
const MIN_ROW_PX = 360;
/** A few images share one row; more get rows of this height. */
const ONE_ROW_IMAGES = 3;
const GALLERY_HEIGHT_PX = 200;

/** `widths`: stored widths of the images of one paragraph. An unknown width makes it no row. */
export function isImageRow(widths: readonly number[]): boolean {
  let [used, count] = [0, 0];
  const isRow = (): boolean => count > 1 && used - GAP_PX >= MIN_ROW_PX;
  for (const width of widths) {
    if (!(width > 0)) return false;
    if (used + width > IMAGE_ROW_PX) {
      if (isRow()) return true;
      [used, count] = [0, 0];
    }
    used += width + GAP_PX;
    count += 1;
  }
  return isRow();
}

/** Sizes of images with these ratios of width to height, in rows of about `heightPx`, or of the usual height. At least two are in a row. */
export function layOutRows(ratios: readonly number[], heightPx?: number): readonly ImageSize[] {
  const most = fillingHeight(ratios.slice(0, 2));
  const usual = ratios.length <= ONE_ROW_IMAGES ? fillingHeight(ratios) : GALLERY_HEIGHT_PX;
  // Rounding down may take a pixel from each image.
  const least = (MIN_ROW_PX + ratios.length) * (fillingHeight(ratios) / IMAGE_ROW_PX);
  const target = Math.max(Math.min(heightPx ?? usual, most), Math.min(least, most));
  const sizes: ImageSize[] = [];
  let row: number[] = [];
  let height = target;
  const endRow = (): void => {
    height = Math.min(height, fillingHeight(row));
    sizes.push(...row.map((ratio) => ({ width: Math.max(1, Math.floor(ratio * height)), height: Math.max(1, Math.round(height)) })));
    row = [];
  };
  for (const ratio of ratios) {
    row.push(ratio);
    if (fillingHeight(row) > target) continue;
    height = target;
    endRow();
  }
  endRow();
  return sizes;
}

/** Height at which the images fill a row. */
function fillingHeight(ratios: readonly number[]): number {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  return Math.max(1, IMAGE_ROW_PX - GAP_PX * (ratios.length - 1)) / Math.max(sum, Number.EPSILON);
}
