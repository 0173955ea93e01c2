import type { EditOperation } from '#domain/edit/operation.ts'
import type { ImageRequest } from '../provider.ts'

/** The sampling parameters of a diffusion model: steps and guidance (classifier-free guidance). */
export type Sampling = { readonly steps: number; readonly guidance: number }

/**
 * The parameters for a model, by keywords in its name: distilled ones ('turbo', 'lightning', 'lcm', 'hyper', 'schnell') need few
 * steps and hardly any guidance, Flux needs none beside its own, all others the usual.
 */
export function samplingOf(modelId: string): Sampling {
  if (/turbo|lightning|lcm|hyper|schnell/i.test(modelId)) return { steps: 8, guidance: 1.5 }
  if (/flux/i.test(modelId)) return { steps: 20, guidance: 1 }
  return { steps: 25, guidance: 7 }
}

/** An erased or new part has nothing to keep; a changed part keeps some of its light. */
const strengthOfEdit: Readonly<Partial<Record<EditOperation, number>>> = { change: 0.8, erase: 1, extend: 1 }

const strengthOfParent = { enhance: 0.35, edit: 0.6, remix: 0.7 } as const

/**
 * The denoising strength of a start picture, 0 to 1: low for a parent to enhance, high for one that only gives the look; 1
 * without a picture.
 */
export function strengthOf({ parent, edit, references }: Pick<ImageRequest, 'parent' | 'edit' | 'references'>): number {
  if (edit) return edit.strength ?? strengthOfEdit[edit.asked.operation] ?? strengthOfParent.edit
  if (parent) return strengthOfParent[parent.kind]
  const [first] = references
  if (!first) return 1
  return first.role === 'content' ? 0.7 : 0.85
}
