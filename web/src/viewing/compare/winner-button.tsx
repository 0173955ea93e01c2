import { Star } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { compareTexts } from './compare-texts.ts'

type WinnerButtonProps = { letter: string; isWinner: boolean; onPick(): void }

/** Says that a picture is the best of those compared, or takes it back. */
export const WinnerButton = ({ letter, isWinner, onPick }: WinnerButtonProps) => (
  <Button kind={isWinner ? 'solid' : 'line'} size="small" aria-pressed={isWinner} onClick={onPick}>
    <Star aria-hidden="true" fill={isWinner ? 'currentColor' : 'none'} />
    {isWinner ? compareTexts.winner : compareTexts.pick}
    <span className="sr-only">{compareTexts.which(letter)}</span>
  </Button>
)
