// An SVG of this server as a PNG, painted by the browser.

const LARGER = 2; // sharp on screens with small pixels, too

/** @param {string} address of an SVG with a width and a height @returns {Promise<Blob>} */
export async function painted(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * LARGER, image.naturalHeight * LARGER];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("nothing was painted"))), "image/png");
  });
}

/** Hand a file to the reader. @param {Blob} file @param {string} name */
export function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
