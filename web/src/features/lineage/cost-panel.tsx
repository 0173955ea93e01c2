import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { parseCredits } from '#domain/credits/parse-credits.ts'
import { type BranchCost, totalCost } from '#domain/lineage/branch-cost.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { branchCapsQuery, removeBranchCap, setBranchCap } from '#web/data/branch-caps.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { type BoardSession, useCard } from '#web/features/board/board-session.ts'
import { hidesCost } from '#web/features/board/cards/edit-cards.ts'
import { composePanelTexts } from '#web/features/compose/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { PanelBody } from '#web/ui/panel-parts.tsx'
import { showToast } from '#web/ui/toast.ts'
import { costOfBranch } from './lineage-commands.ts'
import { costTexts } from './texts.ts'

/** The cost of a branch: in total, on the path to the winner, and the rest; and its cap. */
export function CostPanel({ session, cardId }: { session: BoardSession; cardId: string }) {
  const { board } = session
  // New and deleted cards change the sum; so does the card itself.
  useSettledCards(board)
  const card = useCard(cardId, (generation) => generation)
  const node = useRef<HTMLElement>(null)
  const close = () => session.overlays.close('cost')
  const isGone = card === undefined
  useEffect(() => {
    if (isGone) session.overlays.close('cost')
    else node.current?.focus({ preventScroll: true })
  }, [session, isGone])

  if (!card) return null
  const cost = costOfBranch(board, cardId)
  const isHidden = hidesCost(board, cardId)
  return (
    <FloatingPanel
      title={costTexts.title}
      closeLabel={costTexts.close}
      part="side-panel"
      className="covers-canvas"
      panelRef={node}
      closesFrom="both"
      onClose={close}
    >
      <PanelBody className="cost-body [&_dt]:text-muted">
        <p className="truncate text-12 text-muted">{card.prompt}</p>
        {isHidden ? <p className="text-13">{costTexts.hidden}</p> : <Figures cost={cost} card={card} />}
      </PanelBody>
      <CapForm projectId={board.projectId} cardId={cardId} />
    </FloatingPanel>
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

/** The two parts of the cost as a bar. The numbers under it say the same. */
function Shares({ winning, exploring }: { winning: number | null; exploring: number }) {
  const total = (winning ?? 0) + exploring
  return (
    <div className="h-1.5 overflow-hidden rounded-round bg-pressed" aria-hidden="true">
      <span className="block h-full bg-accent" style={{ width: `${((winning ?? 0) / total) * 100}%` }} />
    </div>
  )
}

type CapFormProps = { projectId: string; cardId: string }

/** Sets the spending cap of a branch, or removes it. */
function CapForm({ projectId, cardId }: CapFormProps) {
  const { data: caps = [] } = useQuery(branchCapsQuery(projectId))
  const cap = caps.find(({ generationId }) => generationId === cardId)
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const save = async (act: () => Promise<void>, title: string) => {
    setBusy(true)
    try {
      await act()
      setText(null)
      showToast({ kind: 'success', title })
    } catch (problem) {
      const description = errorMessage(problem, costTexts.capFailedText)
      showToast({ kind: 'error', title: costTexts.capFailed, description })
    } finally {
      setBusy(false)
    }
  }
  const written = text ?? (cap ? String(cap.most / 100) : '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const most = parseCredits(written)
    setError(most === null ? costTexts.capInvalid : null)
    if (most !== null) void save(() => setBranchCap(projectId, cardId, most), costTexts.capSet)
  }
  return (
    <form className="flex flex-none flex-col gap-2.5 border-t border-hairline px-3.5 pt-3 pb-3.5" onSubmit={submit}>
      <Field
        label={costTexts.cap}
        hint={cap && cap.spent !== null ? composePanelTexts.capLeft(cap.most - cap.spent, cap.most) : costTexts.capHint}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        value={written}
        end={<span className="pr-3 text-12 text-muted">{costTexts.capUnit}</span>}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button kind="line" size="small" type="submit" busy={isBusy}>
          {costTexts.setCap}
        </Button>
        {cap && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => void save(() => removeBranchCap(projectId, cardId), costTexts.capRemoved)}
          >
            {costTexts.removeCap}
          </Button>
        )}
      </div>
    </form>
  )
}
