import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { GenerationShape } from '#contract/generation.ts'
import { changedKinds, type Difference } from '#domain/lineage/difference.ts'
import { bestImage } from '#domain/lineage/judged-image.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { modelsState, useWithinPlan } from '#web/data/models.ts'
import { modelsQuery } from '#web/data/queries.ts'
import { hiddenSpreadPlan } from '#web/data/spread/spread-plan.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import { Button } from '#web/ui/button.tsx'
import { differenceTexts } from '#web/viewing/difference-texts.ts'
import { PromptPieces } from '#web/viewing/prompt-pieces.tsx'
import type { BoardView } from '../../board-view.ts'
import { composeModel } from '../../branching/compose-model.ts'
import { finishedImages } from '../../branching/composing.ts'
import { placeOfBranch } from '../../branching/new-card-place.ts'
import { usePanelParts } from '../../branching/panel-parts.ts'
import { sendComposed } from '../../branching/send-composed.ts'
import { CapNote } from '../cost/cap-note.tsx'
import { ChangeChips } from '../difference/change-chips.tsx'
import { lineageTexts } from '../texts.ts'
import { appliedDraft } from './applied-draft.ts'

type ApplyPreviewProps = {
  view: BoardView
  /** The change as it is shown, and as it is made: a race may hide the names of models. */
  shown: Difference
  difference: Difference
  /** A race hides the model that the change leads to, so that it is left out. */
  isModelKept: boolean
  /** The kind of branch that the change was made by. */
  branchKind: NonNullable<GenerationShape['branchKind']>
  target: GenerationShape
  onBack(): void
  onDone(): void
}

/** What the change would make of a card, what that costs, and Go. */
export function ApplyPreview(props: ApplyPreviewProps) {
  const { view, shown, difference, isModelKept, branchKind, target, onBack, onDone } = props
  const { GoButton } = usePanelParts()
  const navigate = useNavigate()
  const query = useQuery(modelsQuery)
  const styleTitle = useStyleTitle(lineageTexts)
  const names = { reference: differenceTexts.fields.imagePrompts, styleTitle }
  const { effect } = appliedDraft(target, shown, names)
  const made = view.board.asMade(target.id) ?? target
  const { draft } = appliedDraft(made, difference, names)
  const model = useWithinPlan(composeModel(query.data ?? [], { chosen: draft.modelName, parent: null }))
  const candidates = draft.modelName === made.model ? view.board.racingModels(target.id) : []
  const plan = hiddenSpreadPlan(draft, model, { models: query.data ?? [], candidates })
  const best = target.images[bestImage(target.images) ?? -1] ?? finishedImages(target)[0]
  const go = () => {
    const place = placeOfBranch(target.id, [...view.board.cards.values()])
    if (plan.cards.length === 0 || !best || !place) return
    onDone()
    void sendComposed(
      view,
      { kind: branchKind, source: { parentId: target.id, imageId: best.id }, place },
      { draft, plan, writtenIn: 'preview', seePlans: () => void navigate({ to: '/pricing' }) },
    )
  }
  return (
    <>
      <div className="apply-preview">
        <div className="flex items-center gap-3">
          {best && <img className="apply-target" src={imageAddress(best.id, 256)} alt="" draggable={false} />}
          <p className="min-w-0 text-12 text-muted">{best ? target.prompt : lineageTexts.noImage}</p>
        </div>
        <h3 className="mt-3 text-12 text-muted">{lineageTexts.newPrompt}</h3>
        <PromptPieces pieces={effect.prompt ?? [{ kind: 'kept', text: target.prompt }]} />
        <ChangeChips difference={effect} parentId={target.id} />
        <CapNote parentId={target.id} />
        {isModelKept && <p className="text-12 text-muted">{lineageTexts.modelKept}</p>}
        {changedKinds(effect).length === 0 && <p className="text-12 text-muted">{lineageTexts.nothingChanges}</p>}
      </div>
      <footer className="apply-footer">
        <Button kind="quiet" size="small" onClick={onBack}>
          {lineageTexts.otherCard}
        </Button>
        <GoButton
          prompt={best ? draft.prompt : ''}
          plan={plan}
          model={model}
          models={modelsState(query)}
          busy={false}
          size="small"
          onGo={go}
        />
      </footer>
    </>
  )
}
