import { branchingTexts } from './texts.ts'

/** An image of one's own that goes with the prompt: for what it shows, or for how it looks. */
export type AttachmentKind = 'prompt' | 'style'
export type Attachment = { readonly kind: AttachmentKind; readonly imageId: string }

/** What a model says about references. */
export type ReferenceLimits = {
  readonly name: string
  readonly mostImagePrompts: number
  readonly capabilities: { readonly supportsImagePrompts: boolean }
}

/** 'Prompt 1', 'Style 1', 'Style 2': each by its order within its kind. */
export function attachmentLabels(attachments: readonly Attachment[]): string[] {
  const counts = { prompt: 0, style: 0 }
  return attachments.map(({ kind }) => branchingTexts.attached[kind](++counts[kind]))
}

/** Why so many images can't go with the prompt; null when they can. */
export function whyNotAttach(model: ReferenceLimits | null, count: number): string | null {
  if (!model || count === 0) return null
  if (!model.capabilities.supportsImagePrompts) return branchingTexts.noReferences(model.name)
  return count > model.mostImagePrompts ? branchingTexts.noMoreReferences(model.name, model.mostImagePrompts) : null
}
