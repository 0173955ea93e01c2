import { editBoard } from '#web/data/board/edit-board.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import { seedFact } from '#web/ui/image-facts.ts'
import { compareTexts } from '#web/viewing/compare/compare-texts.ts'
import type { ComparedPicture } from '#web/viewing/compare/compared-picture.ts'
import { Comparison } from '#web/viewing/compare/comparison.tsx'
import { WinnerButton } from '#web/viewing/compare/winner-button.tsx'
import type { BoardView } from '../../board-view.ts'
import { costFact, settingsFact } from '../../lightbox/image-facts.ts'
import { pictureTexts } from '../../picture-actions/texts.ts'
import { seriesTexts } from '../../series/texts.ts'
import type { LineagePart } from '../lineage-state.ts'
import { lineageTexts } from '../texts.ts'
import { type ComparedImage, useCompared } from './use-compared.ts'

type BoardComparisonProps = { view: BoardView; comparing: Extract<LineagePart, { kind: 'compare' }> }

/** Images of the canvas beside each other; the winner is starred. */
export function BoardComparison({ view, comparing }: BoardComparisonProps) {
  const images = useCompared(view, comparing.imageIds)
  const styleTitle = useStyleTitle(lineageTexts)
  const { fields } = compareTexts

  const pictureOf = ({ image, generation }: ComparedImage): ComparedPicture => ({
    id: image.id,
    address: imageAddress(image.id, 'original'),
    label: generation.prompt,
    prompt: generation.prompt,
    facts: [
      { name: fields.model, value: generation.model },
      { name: fields.style, value: styleTitle(generation.settings.style) },
      { name: fields.settings, value: settingsFact(generation, image) },
      {
        name: fields.references,
        value: compareTexts.references(generation.imagePrompts.length, generation.styleReferences.length),
      },
      { name: fields.seed, value: seedFact(image.seed) },
      {
        name: fields.cost,
        value: view.board.hidesModel(generation.id) ? seriesTexts.hiddenCost : costFact(generation),
      },
    ],
  })
  const isWinner = (id: string) => images.some(({ image }) => image.id === id && image.feedback.includes('star'))
  const pick = (imageId: string) =>
    editBoard(
      view.board,
      [{ kind: 'feedback', imageId, feedbackType: 'star', isGiven: !isWinner(imageId) }],
      pictureTexts.feedback.star,
    )

  return (
    <Comparison
      pictures={images.map(pictureOf)}
      returnTo=".canvas"
      vote={({ id }, letter) => <WinnerButton letter={letter} isWinner={isWinner(id)} onPick={() => pick(id)} />}
      onClose={() => view.lineage.part.set(null)}
    />
  )
}
