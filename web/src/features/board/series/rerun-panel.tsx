import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { modelsQuery } from '#web/data/queries.ts'
import { requestSeries } from '#web/data/series.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useCard } from '../board-context.ts'
import type { BoardView } from '../board-view.ts'
import { composeModel, underShownName } from '../branching/compose-model.ts'
import { ModelMenu } from '../branching/model-menu.tsx'
import { useEscapeElsewhere } from '../branching/use-escape-elsewhere.ts'
import { fitWithPlaces } from '../zoom.ts'
import { refusalOf } from './hidden-refusal.ts'
import { forgetRerunDraft, keepRerunDraft, type RerunDraft, readRerunDraft } from './rerun-draft.ts'
import { missingModels, mostRerunCards, rerunRequest } from './rerun-request.ts'
import { placeBefore, stepPlace } from './step-place.ts'
import { seriesTexts } from './texts.ts'

const texts = seriesTexts.rerun

/** Changes a card and makes everything below it again: what, where and for how much, before anything is asked for. */
export function RerunPanel({ view, cardId }: { view: BoardView; cardId: string }) {
  const card = useCard(cardId, (generation) => generation)
  const { data: models } = useQuery(modelsQuery)
  useEffect(() => {
    if (!card) view.lineage.part.set(null)
  }, [view, card])
  const made = view.board.asMade(cardId)?.model ?? null
  const model = models && composeModel(models, { chosen: made, parent: null })
  return card && models && model ? <OpenRerun view={view} card={card} first={model} models={models} /> : null
}

type OpenRerunProps = { view: BoardView; card: GenerationShape; first: ModelShape; models: readonly ModelShape[] }

function OpenRerun({ view, card, first, models }: OpenRerunProps) {
  const { board, planned } = view
  const [draft, setDraft] = useState(() => readRerunDraft(card.id) ?? { prompt: card.prompt, modelName: null })
  const { prompt, modelName: chosen } = draft
  const change = (part: Partial<RerunDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepRerunDraft(card.id, next)
  }
  const modelName = chosen ?? first.name
  const text = useRef<HTMLTextAreaElement>(null)
  const navigate = useNavigate()
  const close = () => view.lineage.part.set(null)
  useEscapeElsewhere(close)
  const request = useMemo(
    () => rerunRequest(board, card.id, { change: { prompt, modelName }, models }),
    [board, card, prompt, modelName, models],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once; from then on the person looks where they like
  useEffect(() => {
    text.current?.focus({ preventScroll: true })
    fitWithPlaces(view, [card.id], request.steps.map(stepPlace))
  }, [])
  useEffect(() => {
    planned.set(
      request.steps.map((step, place) => ({
        key: `planned ${place}`,
        place: stepPlace(step),
        from: placeBefore(request.steps, step.dependsOn),
        prompt: step.prompt,
      })),
    )
    return () => planned.set([])
  }, [planned, request])

  const cards = request.steps.length
  const [missing] = missingModels(request, models)
  const isAnyHidden = board.branchOf(card.id).some(board.hidesModel)
  const reason =
    cards > mostRerunCards
      ? texts.tooMany(mostRerunCards)
      : missing
        ? texts.missing(isAnyHidden ? null : missing)
        : prompt.trim() === ''
          ? texts.blank
          : null
  const priced = isAnyHidden ? texts.creditsAtMost : texts.credits
  const price = request.price === 0 ? texts.free : priced((request.price / 100).toFixed(2))
  const go = async () => {
    if (reason) return
    close()
    try {
      await requestSeries(request, { rerun: card.id, prompt, modelName })
      forgetRerunDraft(card.id, draft)
    } catch (error) {
      const { failed: title, failedWithoutReason: fallback } = seriesTexts
      const seePlans = () => void navigate({ to: '/pricing' })
      showToast(refusalOf(board, board.branchOf(card.id), { error, title, fallback, seePlans }))
      // A person who has opened something else meanwhile goes on with that; what was typed here is kept.
      if (view.lineage.part.get() === null) view.lineage.part.set({ kind: 'rerun', cardId: card.id })
    }
  }
  const press = (event: KeyboardEvent) => {
    // Keys of a list that the panel has opened belong to that list.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void go()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const made = board.asMade(card.id)?.model ?? null
  const model =
    chosen === null
      ? underShownName(first, { made, shown: card.model })
      : (models.find(({ name }) => name === chosen) ?? first)
  return (
    <section role="dialog" aria-label={texts.title} className="rerun-panel apply-panel popover" onKeyDown={press}>
      <header>
        <h2 className="font-semibold text-13">{texts.title}</h2>
        <IconButton size="small" label={seriesTexts.close} keys="Esc" onClick={close}>
          <X />
        </IconButton>
      </header>
      <div className="rerun-body">
        <p className="text-12 text-muted">{texts.text(cards)}</p>
        <textarea
          ref={text}
          aria-label={texts.prompt}
          rows={4}
          value={prompt}
          onChange={(event) => change({ prompt: event.target.value })}
        />
        <ModelMenu model={model ?? first} models={models} onChoose={(name) => change({ modelName: name })} />
      </div>
      <footer className="apply-footer">
        <span className="mr-auto text-12 text-muted tabular-nums">{price}</span>
        <Button kind="go" size="small" reason={reason} aria-label={texts.goFor(cards, price)} onClick={() => void go()}>
          {texts.go}
        </Button>
      </footer>
    </section>
  )
}
