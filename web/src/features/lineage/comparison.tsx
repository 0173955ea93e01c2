import { useEffect, useReducer } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { formatSeed } from '#domain/format.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { useStore } from '#web/data/store.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import { pictureTexts } from '#web/features/board/texts.ts'
import { settingsFact } from '#web/features/lightbox/lightbox-details.tsx'
import { costFact } from '#web/features/lightbox/picture-line.ts'
import { type ComparedPicture, Comparison, WinnerButton } from '#web/viewing/comparison.tsx'
import { toggleGathered } from '#web/viewing/gathered.ts'
import { GatheredTray } from '#web/viewing/gathered-tray.tsx'
import { compareTexts } from '#web/viewing/texts.ts'
import { openComparison } from './lineage-commands.ts'
import { lineageTexts } from './texts.ts'

type BoardComparisonProps = { session: BoardSession; comparing: OverlayOf<'compare'> }

/** Images of the canvas side by side; the winner is starred. */
export function BoardComparison({ session, comparing }: BoardComparisonProps) {
  const images = useCompared(session, comparing.imageIds)
  const styleTitle = useStyleTitle(lineageTexts)
  const { fields } = compareTexts

  const pictureOf = ({ image, generation }: ComparedImage): ComparedPicture => ({
    id: image.id,
    address: imageAddress(image.id, 'original'),
    label: promptOf(generation, image),
    prompt: promptOf(generation, image),
    facts: [
      { name: fields.model, value: shownModel(generation.model) },
      { name: fields.style, value: styleTitle(generation.settings.style) },
      { name: fields.settings, value: settingsFact(generation.settings, image) },
      {
        name: fields.references,
        value: compareTexts.references(generation.imagePrompts.length, generation.styleReferences.length),
      },
      { name: fields.seed, value: formatSeed(image.seed) },
      {
        name: fields.cost,
        value: costFact(generation),
      },
    ],
  })
  const isWinner = (id: string) => images.some(({ image }) => image.id === id && image.feedback.includes('star'))
  const pick = (imageId: string) =>
    editBoard(
      session.board,
      [{ kind: 'feedback', imageId, feedbackType: 'star', isGiven: !isWinner(imageId) }],
      pictureTexts.feedback.star,
    )

  return (
    <Comparison
      pictures={images.map(pictureOf)}
      returnTo=".canvas"
      vote={({ id }, letter) => <WinnerButton letter={letter} isWinner={isWinner(id)} onPick={() => pick(id)} />}
      onClose={() => session.overlays.close('compare')}
    />
  )
}

/**
 * The images of the canvas that are collected for a comparison; renders nothing without any, or while an overlay is
 * open.
 */
export function ComparisonTray({ session }: { session: BoardSession }) {
  const { gathered, overlays } = session
  const ids = useStore(gathered)
  const isOpen = useSelect(overlays, () => overlays.inSlot('lineage') !== null)
  if (ids.length === 0 || isOpen) return null
  return (
    <GatheredTray
      pictures={ids.map((id) => ({ id, address: imageAddress(id, 64) }))}
      onTakeOut={(id) => toggleGathered(gathered, id)}
      onClear={() => gathered.set([])}
      onCompare={() => openComparison(session)}
    />
  )
}

/** An image with its card. */
export type ComparedImage = { readonly image: ImageShape; readonly generation: GenerationShape }

/** The compared images in their current state; deleted ones are left out. */
function useCompared({ board }: BoardSession, imageIds: readonly string[]): ComparedImage[] {
  const [, readAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const cardIds = new Set(imageIds.map((id) => board.generationOfImage(id) ?? ''))
    const stops = Array.from(cardIds, (id) => board.subscribe(id, readAgain))
    return () => {
      for (const stop of stops) stop()
    }
  }, [board, imageIds])
  return imageIds.flatMap((id) => {
    const generation = board.getGeneration(board.generationOfImage(id) ?? '')
    const image = generation?.images.find((each) => each.id === id)
    return generation && image ? [{ generation, image }] : []
  })
}
