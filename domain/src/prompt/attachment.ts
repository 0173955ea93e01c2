import type { ModelCapabilities } from '../models/model.ts'

/** A style, a picture for its content (`prompt`), or a picture for its look alone (`look`). */
export const attachmentKinds = ['style', 'prompt', 'look'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** An attachment of a prompt. */
export type Attachment = {
  readonly kind: AttachmentKind
  /** Id of a style, or of an upload or image of the user. */
  readonly id: string
  /** A style's title, a file's name, or the prompt that made the image. */
  readonly name: string
  /** A path of this site. */
  readonly thumbnailUrl: string
  /** Of a style: the number of its own reference pictures. Default: none. */
  readonly pictureCount?: number | undefined
}

/** The attachments that a model takes. */
export type AttachmentLimits = {
  readonly capabilities: Pick<ModelCapabilities, 'supportsStyles' | 'supportsImagePrompts'>
  /** The most pictures of one request, in any role. */
  readonly mostImagePrompts: number
}

/** Why an attachment cannot be sent. */
export type UnsentReason = 'no-styles' | 'no-pictures' | 'too-many' | 'too-many-looks'

/** The most pictures that give their look to one request, for any model. */
export const maxLooks = 8

/** The attachments that are sent, as a request names them. */
export type SentAttachments = {
  readonly style: string | null
  readonly imagePrompts: readonly string[]
  readonly styleReferences: readonly string[]
}

/** The type by which a chip is counted: styles and looks share the count that 'Style 2' shows. */
const typeOf = ({ kind }: Attachment) => (kind === 'prompt' ? 'prompt' : 'style')

/** The number on each chip: 1, 2, … by its order within its type. */
export function attachmentNumbers(attachments: readonly Attachment[]): number[] {
  const counts = { style: 0, prompt: 0 }
  return attachments.map((attachment) => ++counts[typeOf(attachment)])
}

/**
 * Why each attachment cannot be sent to this model; null where it can. Pictures beyond the limit are left out, the last
 * ones first. Without a model, which is still loading, nothing is refused.
 */
export function unsentReasons(
  attachments: readonly Attachment[],
  model: AttachmentLimits | null,
): (UnsentReason | null)[] {
  let pictures = 0
  let looks = 0
  return attachments.map(({ kind }) => {
    if (!model) return null
    if (kind === 'style') return model.capabilities.supportsStyles ? null : 'no-styles'
    if (!model.capabilities.supportsImagePrompts) return 'no-pictures'
    if (pictures >= model.mostImagePrompts) return 'too-many'
    if (kind === 'look' && looks >= maxLooks) return 'too-many-looks'
    pictures += 1
    if (kind === 'look') looks += 1
    return null
  })
}

/** The attachments that are sent to the model. */
export function sentAttachments(attachments: readonly Attachment[], model: AttachmentLimits): SentAttachments {
  const reasons = unsentReasons(attachments, model)
  const sent = attachments.filter((_, index) => reasons[index] === null)
  const idsOf = (kind: AttachmentKind) => sent.filter((attachment) => attachment.kind === kind).map(({ id }) => id)
  return { style: idsOf('style')[0] ?? null, imagePrompts: idsOf('prompt'), styleReferences: idsOf('look') }
}

/**
 * The number of the style's own pictures that are left out: they come last, as far as the model still accepts pictures. The
 * server counts the same way (`referencesOf`).
 */
export function leftOutOfStyle(attachments: readonly Attachment[], model: AttachmentLimits): number {
  const { style, imagePrompts, styleReferences } = sentAttachments(attachments, model)
  const brought = attachments.find(({ kind, id }) => kind === 'style' && id === style)?.pictureCount ?? 0
  const room = Math.max(0, model.mostImagePrompts - imagePrompts.length - styleReferences.length)
  return Math.max(0, brought - room)
}

/** Adds an attachment. A prompt has one style: another one replaces it. The same picture is not attached twice. */
export function withAttachment(attachments: readonly Attachment[], added: Attachment): readonly Attachment[] {
  if (attachments.some(({ kind, id }) => kind === added.kind && id === added.id)) return attachments
  const styleAt = added.kind === 'style' ? attachments.findIndex(({ kind }) => kind === 'style') : -1
  return styleAt < 0 ? [...attachments, added] : attachments.with(styleAt, added)
}

/** Removes an attachment. */
export const withoutAttachment = (attachments: readonly Attachment[], { kind, id }: Pick<Attachment, 'kind' | 'id'>) =>
  attachments.filter((other) => other.kind !== kind || other.id !== id)
