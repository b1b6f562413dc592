// The page about name and logo: a picture that is too large to send becomes smaller before. Plain DOM.

const SIDE = 256; // as in games/platform/site_settings/current.py

/** Return the picture as a small square PNG or WebP. */
async function shrunk(file) {
  const picture = await createImageBitmap(file);
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const share = Math.min(SIDE / picture.width, SIDE / picture.height, 1);
  const [width, height] = [picture.width * share, picture.height * share];
  canvas.getContext("2d").drawImage(picture, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
  return new File([blob], "logo", { type: blob.type });
}

for (const input of document.querySelectorAll("input[data-shrink]")) {
  input.accept = "image/*";
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file || file.size <= Number(input.dataset.shrink)) return;
    try {
      const sent = new DataTransfer();
      sent.items.add(await shrunk(file));
      input.files = sent.files;
    } catch {
      input.value = ""; // the browser cannot read it as a picture: nothing is sent that the site refuses
    }
  });
}
