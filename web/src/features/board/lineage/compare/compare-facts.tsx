import { Star } from 'lucide-react'
import { textDifference } from '#domain/lineage/text-difference.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { Button } from '#web/ui/button.tsx'
import { seedFact } from '#web/ui/image-facts.ts'
import type { BoardView } from '../../board-view.ts'
import { costFact, settingsFact } from '../../lightbox/image-facts.ts'
import { pictureTexts } from '../../picture-actions/texts.ts'
import { seriesTexts } from '../../series/texts.ts'
import { PromptPieces } from '../difference/prompt-pieces.tsx'
import { useStyleTitle } from '../difference/use-style-title.ts'
import { compareTexts } from './compare-texts.ts'
import type { ComparedImage } from './use-compared.ts'

const fields = Object.keys(compareTexts.fields) as (keyof typeof compareTexts.fields)[]

/** What each image was made with; what is not the same in all of them is marked. Here the winner is picked. */
export function CompareFacts({ view, images }: { view: BoardView; images: readonly ComparedImage[] }) {
  const styleTitle = useStyleTitle()
  const [first] = images
  const factsOf = ({ image, generation }: ComparedImage): Record<keyof typeof compareTexts.fields, string> => ({
    model: generation.model,
    style: styleTitle(generation.settings.style),
    settings: settingsFact(generation, image),
    references: compareTexts.references(generation.imagePrompts.length, generation.styleReferences.length),
    seed: seedFact(image.seed),
    cost: view.board.hidesModel(generation.id) ? seriesTexts.hiddenCost : costFact(generation),
  })
  const facts = images.map(factsOf)
  const differs = (field: (typeof fields)[number]) => new Set(facts.map((each) => each[field])).size > 1
  const pick = ({ image }: ComparedImage) =>
    editBoard(
      view.board,
      [{ kind: 'feedback', imageId: image.id, feedbackType: 'star', isGiven: !image.feedback.includes('star') }],
      pictureTexts.feedback.star,
    )
  return (
    <aside className="compare-facts" aria-label={compareTexts.settings}>
      {images.map((compared, place) => {
        const letter = compareTexts.letter(place)
        const isWinner = compared.image.feedback.includes('star')
        return (
          <section key={compared.image.id} aria-label={letter}>
            <header>
              <span className="compare-letter-inline">{letter}</span>
              <Button
                kind={isWinner ? 'solid' : 'line'}
                size="small"
                aria-pressed={isWinner}
                onClick={() => pick(compared)}
              >
                <Star aria-hidden="true" fill={isWinner ? 'currentColor' : 'none'} />
                {isWinner ? compareTexts.winner : compareTexts.pick}
                <span className="sr-only">{compareTexts.which(letter)}</span>
              </Button>
            </header>
            <PromptPieces pieces={textDifference(first?.generation.prompt ?? '', compared.generation.prompt)} />
            <dl>
              {fields.map((field) => (
                <div key={field} data-differs={differs(field) || undefined}>
                  <dt>{compareTexts.fields[field]}</dt>
                  <dd>
                    {facts[place]?.[field]}
                    {differs(field) && <span className="sr-only">, {compareTexts.differs}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
    </aside>
  )
}
