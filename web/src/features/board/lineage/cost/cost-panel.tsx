import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import { type BranchCost, totalCost } from '#domain/lineage/branch-cost.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCard } from '../../board-context.ts'
import type { BoardView } from '../../board-view.ts'
import { useEscapeElsewhere } from '../../branching/use-escape-elsewhere.ts'
import { CapForm } from './cap-form.tsx'
import { costTexts } from './cost-texts.ts'
import { costOfBranch, hidesCost } from './costed-branch.ts'

/** What a branch has cost: the whole of it, the way to the winner, everything else; and the most that it may cost. */
export function CostPanel({ view, cardId }: { view: BoardView; cardId: string }) {
  const { board } = view
  // Cards that come and go change the sum; so does the card itself.
  useSettledCards(board)
  const card = useCard(cardId, (generation) => generation)
  const node = useRef<HTMLElement>(null)
  const close = () => view.lineage.part.set(null)
  useEscapeElsewhere(close)
  const isGone = card === undefined
  useEffect(() => {
    if (isGone) view.lineage.part.set(null)
    else node.current?.focus({ preventScroll: true })
  }, [view, isGone])

  if (!card) return null
  const cost = costOfBranch(board, cardId)
  const isHidden = hidesCost(board, cardId)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <section
      ref={node}
      role="dialog"
      aria-label={costTexts.title}
      tabIndex={-1}
      className="cost-panel apply-panel popover"
      onKeyDown={press}
    >
      <header>
        <h2 className="font-semibold text-13">{costTexts.title}</h2>
        <IconButton size="small" label={costTexts.close} keys="Esc" onClick={close}>
          <X />
        </IconButton>
      </header>
      <div className="cost-body">
        <p className="truncate text-12 text-muted">{card.prompt}</p>
        {isHidden ? <p className="text-13">{costTexts.hidden}</p> : <Figures cost={cost} card={card} />}
      </div>
      <CapForm projectId={board.projectId} cardId={cardId} isHidden={isHidden} />
    </section>
  )
}

/** All sums of a branch. */
function Figures({ cost, card }: { cost: BranchCost; card: GenerationShape }) {
  const total = cost.spent + cost.held
  const { fields } = costTexts
  return (
    <>
      <p className="text-13">
        {total === 0 ? costTexts.free : costTexts.summary({ total, winning: cost.winning, exploring: cost.exploring })}
      </p>
      {total > 0 && <Shares winning={cost.winning} exploring={cost.exploring} />}
      <dl>
        <Fact name={fields.card} amount={totalCost(card)} />
        <Fact name={fields.branch} amount={total} />
        {cost.winning !== null && <Fact name={fields.winning} amount={cost.winning} />}
        <Fact name={fields.exploring} amount={cost.exploring} />
        {cost.held > 0 && <Fact name={fields.held} amount={cost.held} />}
        {cost.perKept !== null && <Fact name={fields.perKept} amount={cost.perKept} note={costTexts.kept(cost.kept)} />}
      </dl>
    </>
  )
}

function Fact({ name, amount, note }: { name: string; amount: number; note?: string }) {
  return (
    <div>
      <dt>
        {name}
        {note && <span className="block text-12">{note}</span>}
      </dt>
      <dd>{costTexts.credits(amount)}</dd>
    </div>
  )
}

/** The two parts of what was spent, as long as they are large. The numbers under it say the same. */
function Shares({ winning, exploring }: { winning: number | null; exploring: number }) {
  const total = (winning ?? 0) + exploring
  return (
    <div className="cost-shares" aria-hidden="true">
      <span style={{ width: `${((winning ?? 0) / total) * 100}%` }} />
    </div>
  )
}
