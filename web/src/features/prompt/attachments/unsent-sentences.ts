import type { ModelShape } from '#contract/model.ts'
import {
  type Attachment,
  attachmentNumbers,
  leftOutOfStyle,
  maxLooks,
  type UnsentReason,
  unsentReasons,
} from '#domain/prompt/attachment.ts'
import { attachmentTexts } from './texts.ts'

type Named = Pick<ModelShape, 'name' | 'capabilities' | 'mostImagePrompts'>

const sentences: Readonly<Record<UnsentReason, (model: Named) => string>> = {
  'no-styles': ({ name }) => attachmentTexts.noStyles(name),
  'no-pictures': ({ name }) => attachmentTexts.noPictures(name),
  'too-many': ({ name, mostImagePrompts }) => attachmentTexts.tooMany(name, mostImagePrompts),
  'too-many-looks': () => attachmentTexts.tooManyLooks(maxLooks),
}

/** What each attachment is called: 'Style 1', 'Prompt 1', 'Style 2'. */
export function attachmentLabels(attachments: readonly Attachment[]): string[] {
  const numbers = attachmentNumbers(attachments)
  return attachments.map(({ kind }, index) => attachmentTexts.label(kind, numbers[index] ?? 0))
}

/** For each reason why something is not sent, a sentence with what it is about. */
export function unsentSentences(attachments: readonly Attachment[], model: Named | null): string[] {
  if (!model) return []
  const labels = attachmentLabels(attachments)
  const byReason = new Map<UnsentReason, string[]>()
  for (const [index, reason] of unsentReasons(attachments, model).entries())
    if (reason) byReason.set(reason, [...(byReason.get(reason) ?? []), labels[index] ?? ''])
  return [
    ...[...byReason].map(([reason, unsent]) => `${sentences[reason](model)} ${attachmentTexts.stay(unsent)}`),
    ...leftOutSentences(attachments, model),
  ]
}

/** The style's own pictures come after all others: some of them may find no room. */
function leftOutSentences(attachments: readonly Attachment[], model: Named): string[] {
  const leftOut = leftOutOfStyle(attachments, model)
  const styleAt = attachments.findIndex(({ kind }) => kind === 'style')
  if (leftOut === 0) return []
  const label = attachmentLabels(attachments)[styleAt] ?? ''
  const reason = sentences[model.mostImagePrompts === 0 ? 'no-pictures' : 'too-many'](model)
  return [`${reason} ${attachmentTexts.leftOut(label, leftOut, attachments[styleAt]?.pictureCount ?? 0)}`]
}

/** Why one more of this kind would not be sent; null where it would, and while the model is not known. */
export function whyNotAttach(
  attachments: readonly Attachment[],
  kind: Attachment['kind'],
  model: Named | null,
): string | null {
  // Another style takes the place of the first.
  const others = kind === 'style' ? attachments.filter((attachment) => attachment.kind !== 'style') : attachments
  const added: Attachment = { kind, id: '', name: '', thumbnailUrl: '' }
  const reason = unsentReasons([...others, added], model).at(-1)
  return reason && model ? sentences[reason](model) : null
}
