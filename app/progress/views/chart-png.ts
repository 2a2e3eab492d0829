/** Pixels per CSS pixel of the picture, for slides and print. */
const SHARPNESS = 2;

const READ_BY_MS = 1000;

/**
 * Draws an SVG of this site on a canvas and downloads it as a PNG.
 * @throws when the picture does not load, or the canvas yields no image
 */
export async function savePicture(address: string, name: string): Promise<void> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARPNESS;
  canvas.height = image.naturalHeight * SHARPNESS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("No picture came of the canvas");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Safari reads the URL only after the click: revoked at once, nothing would be saved.
  setTimeout(() => URL.revokeObjectURL(link.href), READ_BY_MS);
}
