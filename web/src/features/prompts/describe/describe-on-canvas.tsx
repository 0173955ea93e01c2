import { promptOf } from '#domain/prompt/prompt-of.ts'
import { noSpread } from '#domain/series/spread.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { openPromptBar } from '#web/features/board/cards/new-cards.ts'
import { selectNone } from '#web/features/board/selection.ts'
import { composeDraftsOf } from '#web/features/compose/canvas/compose-drafts.ts'
import { addNoteBeside } from '#web/features/frames/edit-items.ts'
import { showToast } from '#web/ui/toast.ts'
import { DescribeImageDialog } from './describe-image-dialog.tsx'
import { DescribeImagesDialog } from './describe-images-dialog.tsx'
import { describeTexts as texts } from './texts.ts'

/** The dialog that describes an image of the canvas. Renders nothing while closed. */
export function DescribeOnCanvas({ session }: { session: BoardSession }) {
  const overlay = useOverlay(session, 'describe-image')
  const card = overlay && session.board.getGeneration(overlay.cardId)
  const image = card?.images.find(({ id }) => id === overlay?.imageId)
  if (!card || !image) return null
  return (
    <DescribeImageDialog
      key={image.id}
      image={{ id: image.id, prompt: promptOf(card, image) }}
      onUsePrompt={(text) => writePrompt(session, text)}
      onAddNote={(text) => {
        if (addNoteBeside(session, card.id, text)) showToast({ kind: 'success', title: texts.noted })
      }}
      returnTo=".canvas"
      onClose={() => session.overlays.close('describe-image')}
    />
  )
}

/** The dialog that describes several images of the canvas. Renders nothing while closed. */
export function DescribeManyOnCanvas({ session }: { session: BoardSession }) {
  const overlay = useOverlay(session, 'describe-images')
  if (!overlay) return null
  return (
    <DescribeImagesDialog
      imageIds={overlay.imageIds}
      returnTo=".canvas"
      onClose={() => session.overlays.close('describe-images')}
    />
  )
}

/** Opens the prompt bar with a text for a new card, with the settings that the bar has. */
function writePrompt(session: BoardSession, prompt: string): void {
  session.overlays.close('lightbox')
  // The words in the bar are for the image in hand, if there is one.
  selectNone(session)
  const drafts = composeDraftsOf(session.board.projectId)
  const now = drafts.read('bar')
  const attachments = now.attachments.filter(({ kind }) => kind !== 'prompt')
  drafts.put('bar', { ...now, prompt, improvedFrom: null, target: null, spread: noSpread, attachments })
  // The dialog and the lightbox give the focus back in the next turn: the bar takes it in the one after.
  setTimeout(() => setTimeout(() => openPromptBar(session)))
}
