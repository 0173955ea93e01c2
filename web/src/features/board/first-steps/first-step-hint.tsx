import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { doneAfter, type FirstStep, firstSteps, type StepCounts, shownStep } from '#domain/account/first-steps.ts'
import { finishFirstSteps, firstStepsQuery } from '#web/data/account/account.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { PageMark } from '#web/ui/page-mark.tsx'
import { firstStepTexts, stepTexts } from './texts.ts'
import './first-step-hint.css'

/** A board with more cards is no first one, and takes time to count. */
const maxCards = 100

/** The next thing that a new person can do on a canvas, until it is done or the hints are closed; never again afterwards. */
export function FirstStepHint({ board }: { board: BoardStore }) {
  const isSmall = board.cards.size <= maxCards
  const { data } = useQuery({ ...firstStepsQuery, enabled: isSmall })
  return isSmall && data && data.done < firstSteps.length ? <NextStep board={board} done={data.done} /> : null
}

function NextStep({ board, done }: { board: BoardStore; done: number }) {
  const [counts, setCounts] = useState(() => countSteps(board))
  useEffect(() => {
    let before = countSteps(board)
    setCounts(before)
    return board.onLook(() => {
      const now = countSteps(board)
      const after = doneAfter(done, { before, now })
      before = now
      setCounts(now)
      if (after > done) finishFirstSteps(after)
    })
  }, [board, done])
  const step = shownStep(done, counts)
  return step && <Hint key={step} step={step} />
}

function Hint({ step }: { step: FirstStep }) {
  const place = firstSteps.indexOf(step) + 1
  return (
    <aside className="first-step" aria-label={firstStepTexts.label(place, firstSteps.length)}>
      <PageMark part="first-step" />
      <span className="first-step-place" aria-hidden="true">
        {firstStepTexts.place(place, firstSteps.length)}
      </span>
      <p role="status">{stepTexts[step]}</p>
      <IconButton size="small" label={firstStepTexts.close} onClick={() => finishFirstSteps(firstSteps.length)}>
        <X />
      </IconButton>
    </aside>
  )
}

/** Counts what the first steps lead to. */
function countSteps({ cards, getGeneration }: BoardStore): StepCounts {
  const images = [...cards.keys()].flatMap((id) => getGeneration(id)?.images ?? [])
  return {
    cards: cards.size,
    pictures: images.filter(({ status }) => status === 'completed').length,
    stars: images.filter(({ feedback }) => feedback.includes('star')).length,
    branches: [...cards.values()].filter(({ parentId }) => parentId !== null).length,
  }
}
