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

/** What can differ between two generations, by name. */
export const differenceTexts = {
  fields,
  onOff: (isOn: boolean) => (isOn ? 'On' : 'Off'),
} as const
