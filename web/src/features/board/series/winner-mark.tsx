import { Trophy } from 'lucide-react'
import type { ImageShape } from '#contract/image.ts'
import { useBoardView, useSelect } from '../board-context.ts'
import { pickWinner } from './pick-winner.ts'
import { seriesTexts } from './texts.ts'

type WinnerMarkProps = {
  image: ImageShape
  cardId: string
  /** The picture is pointed at or focused. */
  isActive: boolean
}

/** On a picture of a race: that it has won, or while it is pointed at, a button that lets it. */
export function WinnerMark({ image, cardId, isActive }: WinnerMarkProps) {
  const { racers } = useBoardView()
  const racer = useSelect(racers, (all) => all.get(cardId))
  if (!racer) return null
  const hasWon = racer.winnerImageId === image.id
  if (!hasWon && !isActive) return null
  const label = hasWon ? seriesTexts.winner : seriesTexts.pickWinner
  return (
    <button
      type="button"
      className="glass picture-winner glass-button"
      aria-label={label}
      aria-pressed={hasWon}
      data-tooltip={label}
      onClick={() => !hasWon && void pickWinner(racer.seriesId, image.id)}
    >
      <Trophy aria-hidden="true" />
    </button>
  )
}
