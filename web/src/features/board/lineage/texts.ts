import type { DifferenceKind } from '#domain/lineage/difference.ts'

const fields: Record<DifferenceKind, string> = {
  prompt: 'Prompt',
  model: 'Model',
  style: 'Style',
  imagePrompts: 'Image prompts',
  styleReferences: 'Image styles',
  aspectRatio: 'Ratio',
  resolution: 'Size',
  rawMode: 'Raw',
  parentImageId: 'From',
  seed: 'Seed',
}

/** Differences, and how a change is made to another card. */
export const lineageTexts = {
  fields,
  close: 'Close',
  whatChanged: 'What changed',
  samePrompt: 'The prompt is the same.',
  became: 'became',
  none: 'None',
  unknownStyle: 'A style that is gone',
  onOff: (isOn: boolean) => (isOn ? 'On' : 'Off'),
  reordered: 'In another order',
  referenceRemoved: 'Removed picture',
  referenceAdded: 'Added picture',
  imagePlace: (place: number) => `image ${place}`,
  applyTo: 'Apply this change to…',
  apply: 'Apply this change',
  applyHint: 'Click a card on the canvas, or choose one here.',
  applySearch: 'Search prompts and models',
  applyNone: 'No card has these words.',
  applyCards: 'Cards',
  applyGone: 'This branch is gone.',
  newPrompt: 'New prompt',
  otherCard: 'Another card',
  nothingChanges: 'This card has all of it already. The branch will be a new try.',
  noImage: 'This card has no finished image to branch from.',
} as const
