/** Saving from the canvas. */
export const saveTexts = { prompt: 'Save prompt', reference: 'Save as reference' }
