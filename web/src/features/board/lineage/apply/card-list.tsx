import { useMemo } from 'react'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useBoardView, useCard } from '../../board-context.ts'
import { finishedImages } from '../../branching/composing.ts'
import { findCards } from '../../find/find-cards.ts'
import { lineageTexts } from '../texts.ts'

/** More cards than this nobody reads; who looks for another one types a word of it. */
const mostListed = 40

type CardListProps = { words: string; except: string; onChoose(id: string): void }

/** Cards to choose from: those with the words, else the newest. */
export function CardList({ words, except, onChoose }: CardListProps) {
  const { board } = useBoardView()
  const cards = useSettledCards(board)
  const found = useMemo(() => {
    const wanted = words.trim()
    const newest = () => cards.toSorted((a, b) => b.order - a.order).map(({ id }) => id)
    return (wanted === '' ? newest() : findCards(board, wanted)).filter((id) => id !== except).slice(0, mostListed)
  }, [board, cards, words, except])
  if (found.length === 0) return <p className="px-3 py-4 text-13 text-muted">{lineageTexts.applyNone}</p>
  return (
    <ul className="card-list" aria-label={lineageTexts.applyCards}>
      {found.map((id) => (
        <ListedCard key={id} id={id} onChoose={() => onChoose(id)} />
      ))}
    </ul>
  )
}

function ListedCard({ id, onChoose }: { id: string; onChoose(): void }) {
  const prompt = useCard(id, (generation) => generation.prompt)
  const model = useCard(id, (generation) => generation.model)
  const imageId = useCard(id, (generation) => finishedImages(generation)[0]?.id)
  if (prompt === undefined) return null
  return (
    <li>
      <button type="button" className="listed-card" disabled={imageId === undefined} onClick={onChoose}>
        {imageId === undefined ? <span /> : <img src={imageAddress(imageId, 64)} alt="" draggable={false} />}
        <span className="min-w-0">
          <span className="block truncate text-13">{prompt}</span>
          <span className="block truncate text-12 text-muted">
            {imageId === undefined ? lineageTexts.noImage : model}
          </span>
        </span>
      </button>
    </li>
  )
}
