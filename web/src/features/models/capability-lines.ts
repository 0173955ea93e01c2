import type { ModelShape } from '#contract/model.ts'
import { modelTexts } from './texts.ts'

export type CapabilityLine = { readonly text: string; readonly can: boolean }

const texts = modelTexts.can

/** What a model can do, then in one line what it can't. */
export function capabilityLines({ capabilities }: Pick<ModelShape, 'capabilities'>): CapabilityLine[] {
  const { supportsStyles, supportsImagePrompts, supportsCustomRatios, supportsEditing, supportsRaw } = capabilities
  const can = [
    supportsStyles && supportsImagePrompts && texts.stylesAndPrompts,
    supportsStyles && !supportsImagePrompts && texts.styles,
    !supportsStyles && supportsImagePrompts && texts.prompts,
    supportsCustomRatios ? texts.allRatios : texts.ownRatio,
    supportsEditing && texts.editing,
    supportsRaw && texts.raw,
  ].filter((text) => text !== false)
  const cannot = [
    !supportsStyles && texts.styles,
    !supportsImagePrompts && texts.prompts,
    !supportsEditing && texts.editing,
    !supportsRaw && texts.raw,
  ].filter((text) => text !== false)
  const lines = can.map((text) => ({ text, can: true }))
  if (cannot.length === 0) return lines
  return [...lines, { text: texts.nothing(cannot.map((text) => text.toLowerCase()).join(', no ')), can: false }]
}
