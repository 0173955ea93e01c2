import type { ModelEdits } from './model-edits.ts'

/**
 * What GPT Image does by images/edits: with a mask, which it takes as guidance, and by words alone. What it paints outside of the mask
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
