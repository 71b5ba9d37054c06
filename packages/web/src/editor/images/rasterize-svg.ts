/** An SVG as PNG, since it may carry script; as an image source it runs and loads nothing. Undefined: not renderable. */
const LARGEST_PX = 2000;
/** For a drawing without a size. */
const USUAL_PX = 800;

export type Rasterized = { readonly file: File; readonly width: number; readonly height: number };

export async function rasterizeSvg(file: File): Promise<Rasterized | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const [width, height] = [image.naturalWidth || USUAL_PX, image.naturalHeight || USUAL_PX];
    // Twice its size, so that its lines stay sharp.
    const scale = Math.min(2, LARGEST_PX / Math.max(width, height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) return undefined;
    return { file: new File([blob], file.name.replace(/\.svgz?$/i, ".png"), { type: "image/png" }), width, height };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}
