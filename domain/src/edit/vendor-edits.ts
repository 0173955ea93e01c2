import type { ModelEdits } from './edit-offer.ts'

/**
 * The edits of GPT Image by images/edits: with a mask, which it takes as guidance, and by words alone. What it paints outside of the mask
 * is thrown away.
 */
export const gptImageEdits: ModelEdits = {
  change: { rank: 40 },
  erase: { rank: 60 },
  extend: { rank: 50 },
  'replace-background': { rank: 40 },
  instruct: { rank: 30 },
  restyle: { rank: 30 },
}

/**
 * The edits of models that change a whole picture by words: Flux Kontext, FLUX.2, Seedream, Qwen-Image-Edit, Runway's references. They are
 * shown no mask, so nothing with a selection is asked of them.
 */
export const instructionEdits: ModelEdits = {
  instruct: { rank: 20 },
  restyle: { rank: 20 },
  'replace-background': { rank: 50 },
}

/** The same at a price of its own, where the picture that is changed is billed as well. @param priceHundredths For one image. */
export const instructionEditsAt = (priceHundredths: number): ModelEdits =>
  Object.fromEntries(
    Object.entries(instructionEdits).map(([operation, offer]) => [operation, { ...offer, priceHundredths }]),
  )

/** The edits of Nano Banana: by words, and where something is selected by a second picture in which it is marked. */
export const nanoBananaEdits: ModelEdits = {
  instruct: { rank: 10 },
  restyle: { rank: 10 },
  'replace-background': { rank: 30 },
  change: { rank: 50 },
  erase: { rank: 70 },
  extend: { rank: 60 },
}

/** The edits of an engine's diffusion model that paints into a mask, or over the whole picture. */
export const inpaintingEdits: ModelEdits = {
  change: { rank: 80 },
  erase: { rank: 90 },
  extend: { rank: 80 },
  restyle: { rank: 90 },
}

/** The edits of an engine's enlarging model; its speed depends on the machine. */
export const enlargingEdits: ModelEdits = { upscale: { rank: 70 } }

/** The edits of Ideogram by calls of their own. Enlarging is billed by the result's megapixels: the price is that of about ten. Precise Edit copies what it leaves alone, and one call removes an object. */
export const ideogramEdits: ModelEdits = {
  change: { rank: 10 },
  erase: { rank: 20 },
  extend: { rank: 30 },
  'replace-background': { rank: 20 },
  instruct: { rank: 40 },
  restyle: { rank: 40 },
  'remove-background': { rank: 20, priceHundredths: 30, seconds: 6 },
  upscale: { rank: 40, priceHundredths: 240, seconds: 30 },
}

/**
 * The edits of an added provider's model that takes pictures with its words. It comes after all that is known better, and is shown no
 * mask: none of the kinds says whether a model reads one.
 */
export const addedEdits: ModelEdits = { instruct: {}, restyle: {}, 'replace-background': {} }

/** The edits of a model that was trained to fill a mask: it is shown the mask, and reads words. */
export const fillingEdits: ModelEdits = {
  change: { rank: 15 },
  erase: { rank: 30 },
  extend: { rank: 20 },
}
