import { ImagePlus } from 'lucide-react'
import { withAttachment } from '#domain/prompt/attachment.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { type BoardCommand, soleCard, targetImage } from '#web/features/board/commands/board-command.ts'
import { openPromptBar } from '#web/features/board/new-cards.ts'
import { promptBarTexts } from '#web/features/compose/texts.ts'
import { composeDraftsOf } from '../canvas/compose-drafts.ts'

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
    const drafts = composeDraftsOf(session.board.projectId)
    const draft = drafts.read('bar')
    const name = session.board.getGeneration(soleCard(context) ?? '')?.prompt ?? ''
    const added = { kind: 'prompt', id: image.id, name, thumbnailUrl: imageAddress(image.id, 256) } as const
    drafts.keep('bar', { ...draft, attachments: withAttachment(draft.attachments, added) })
    openPromptBar(session)
  },
}
