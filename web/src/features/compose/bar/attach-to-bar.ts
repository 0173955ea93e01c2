import { ImagePlus } from 'lucide-react'
import { withAttachment } from '#domain/prompt/attachment.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import type { BoardCommand, BoardSession } from '#web/features/board/board-session.ts'
import { openPromptBar } from '#web/features/board/cards/new-cards.ts'
import { soleCard, targetImage } from '#web/features/board/commands/board-command.ts'
import { promptBarTexts } from '#web/features/compose/texts.ts'
import { composeDraftsOf } from '../canvas/compose-drafts.ts'

/** Attaches images to the prompt bar as image prompts, and opens it. Each is named by its prompt. */
export function attachToBar(
  session: BoardSession,
  images: readonly { readonly id: string; readonly prompt: string }[],
): void {
  const drafts = composeDraftsOf(session.board.projectId)
  const draft = drafts.read('bar')
  const attachments = images.reduce(
    (attached, { id, prompt }) =>
      withAttachment(attached, { kind: 'prompt', id, name: prompt, thumbnailUrl: imageAddress(id, 256) }),
    draft.attachments,
  )
  drafts.keep('bar', { ...draft, attachments })
  openPromptBar(session)
}

/** Attaches an image to the prompt bar as an image prompt. */
export const referenceCommand: BoardCommand = {
  id: 'use-as-reference',
  group: 'card',
  icon: ImagePlus,
  label: () => promptBarTexts.useAsReference,
  keys: [],
  canRun: (context) => targetImage(context) !== null,
  run(context) {
    const { session } = context
    const image = targetImage(context)
    if (!image) return
    attachToBar(session, [{ id: image.id, prompt: session.board.getGeneration(soleCard(context) ?? '')?.prompt ?? '' }])
  },
}
