/** Positions as pictures. */

const SCALE = 2; // pixels of the picture for each of the drawing

/** Draw an SVG as PNG. Throws if the browser cannot. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Offer a file for download. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(blob);
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000); // once the browser has begun to read it
}
