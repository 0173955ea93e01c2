import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { RequestSeriesInput } from '#contract/cards/series.ts'
import type { ModelShape } from '#contract/models/model.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { NoteFields } from '#domain/board/board-item.ts'
import { thisMachineName } from '#domain/edit/edit-record.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { controlsForModel } from '#domain/models/controls.ts'
import type { PromptText } from '#domain/prompt/prompt-text.ts'
import { type RerunCard, rerunPlan } from '#domain/series/rerun-plan.ts'
import type { CardLayout } from '#web/data/board/entry.ts'
import { sentImprovedFrom } from '#web/data/drafts/spread-plan.ts'
import { type AskedModel, modelsQuery, namedInRequest } from '#web/data/models/models.ts'
import { requestSeries } from '#web/data/series.ts'
import { useKept } from '#web/data/storage/kept-values.ts'
import { referencesQuery } from '#web/data/words/named-references.ts'
import { type BoardSession, useCard } from '#web/features/board/board-session.ts'
import { fitWithPlaces } from '#web/features/board/view-moves.ts'
import { ModelMenu } from '#web/features/compose/canvas/model-menu.tsx'
import { composeModel } from '#web/features/compose/canvas/use-canvas-draft.ts'
import { GoButton, type Offer } from '#web/features/compose/go-button.tsx'
import { promptTexts } from '#web/features/compose/texts.ts'
import { useGo } from '#web/features/compose/use-go.ts'
import { PromptField } from '#web/features/prompts/field/prompt-field.tsx'
import { savedModel } from '#web/features/prompts/field/saved-settings.ts'
import { usePromptEditing } from '#web/features/prompts/field/use-prompt-editing.ts'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { PanelFoot } from '#web/ui/panel-parts.tsx'
import { forgetRerunDraft, type RerunDraft, rerunDrafts } from './rerun-draft.ts'
import { placeBefore, repeatCard, stepPlace } from './series-bar.tsx'
import { seriesTexts } from './texts.ts'

const texts = seriesTexts.rerun

/**
 * Changes a card and generates everything below it again. Shows the placeholders and the price before it is requested.
 */
export function RerunPanel({ session, cardId }: { session: BoardSession; cardId: string }) {
  const card = useCard(cardId, (generation) => generation)
  const { data: models } = useQuery(modelsQuery)
  useEffect(() => {
    if (!card) session.overlays.close('rerun')
  }, [session, card])
  const model = models && card && composeModel(models, { chosen: null, parent: card })
  return card && models && model ? <OpenRerun session={session} card={card} first={model} models={models} /> : null
}

type OpenRerunProps = { session: BoardSession; card: GenerationShape; first: AskedModel; models: readonly ModelShape[] }

function OpenRerun({ session, card, first, models }: OpenRerunProps) {
  const { board, planned } = session
  const draft = useKept(rerunDrafts, card.id) ?? {
    prompt: card.writtenPrompt ?? card.prompt,
    improvedFrom: card.improvedFrom,
    modelName: null,
  }
  const { prompt, improvedFrom, modelName: chosen } = draft
  const change = (part: Partial<RerunDraft>) =>
    rerunDrafts.write(card.id, { ...(rerunDrafts.read(card.id) ?? draft), ...part })
  const model = models.find(({ name }) => name === chosen) ?? first
  const node = useRef<HTMLElement>(null)
  const editing = usePromptEditing({
    text: { prompt, improvedFrom },
    onChange: (text) => change(text),
    onSettings: (saved) => change({ modelName: savedModel(saved, models)?.name ?? chosen }),
  })
  const close = () => session.overlays.close('rerun')
  const { references, referencesState } = useReferencesOfBranch(session, card)
  const request = useMemo(
    () => rerunRequest(board, card.id, { change: { prompt, improvedFrom, model }, models, references }),
    [board, card, prompt, improvedFrom, model, models, references],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once; from then on the person looks where they like
  useEffect(() => {
    editing.field.current?.focus({ preventScroll: true })
    fitWithPlaces(session, [card.id], request.steps.map(stepPlace))
  }, [])
  useEffect(() => {
    planned.set(
      request.steps.map((step, place) => ({
        key: `planned ${place}`,
        place: stepPlace(step),
        from: placeBefore(request.steps, step.dependsOn),
        prompt: step.prompt ?? '',
      })),
    )
    return () => planned.set([])
  }, [planned, request])

  const cards = request.steps.length
  const [missing] = missingModels(request, models)
  const reason =
    cards > maxRerunCards
      ? texts.tooMany(maxRerunCards)
      : missing
        ? texts.missing(missing)
        : prompt.trim() === ''
          ? texts.blank
          : referencesState === 'failed'
            ? texts.noReferences
            : null
  const images = request.steps.reduce((sum, { count = imagesPerGeneration }) => sum + count, 0)
  const offer: Offer = {
    makes: cards === 1 ? promptTexts.images(images) : promptTexts.cards(cards, images),
    hundredths: request.price,
    isMost: request.steps.some(({ modelOf }) => modelOf),
  }
  const { failed: title, failedWithoutReason: fallback } = seriesTexts
  const { isBusy, go } = useGo({
    reason,
    state: referencesState === 'reading' ? 'reading' : 'ready',
    failed: { title, fallback },
    async send() {
      close()
      try {
        await requestSeries(request, { rerun: card.id, prompt, modelName: model.name })
        forgetRerunDraft(card.id, draft)
      } catch (error) {
        // If the user has opened something else meanwhile, that one stays; the draft is kept.
        if (session.overlays.inSlot('lineage') === null) session.overlays.open({ kind: 'rerun', cardId: card.id })
        throw error
      }
    },
  })
  useKeys('panel', [['Mod+Enter', go]], { within: node })
  return (
    <FloatingPanel
      title={texts.title}
      closeLabel={seriesTexts.close}
      part="side-panel"
      className="covers-canvas"
      panelRef={node}
      closesFrom="both"
      onClose={close}
    >
      <div className="rerun-body grid justify-items-start gap-2.5 px-3.5 pb-3">
        <p className="text-12 text-muted">{texts.text(cards)}</p>
        <PromptField
          editing={editing}
          label={texts.prompt}
          sentTo={{ model, attachments: [] }}
          model={model}
          settings={null}
          projectId={board.projectId}
          rows={4}
        />
        <ModelMenu model={model} models={models} onChoose={(name) => change({ modelName: name })} />
      </div>
      <PanelFoot className="apply-footer">
        <GoButton offer={offer} reason={reason} busy={isBusy} size="small" word={texts.go} onGo={go} />
      </PanelFoot>
    </FloatingPanel>
  )
}

const none: readonly ReferenceShape[] = []

/** The named references that a re-run needs; none are read where the branch has none. */
function useReferencesOfBranch({ board }: BoardSession, card: GenerationShape) {
  const hasAny = useMemo(
    () => board.branchOf(card.id).some((id) => board.getGeneration(id)?.references.length),
    [board, card],
  )
  const { data: references = none, isSuccess, isError } = useQuery({ ...referencesQuery, enabled: hasAny })
  const state = !hasAny || isSuccess ? 'ready' : isError ? 'failed' : 'reading'
  return { references, referencesState: state } as const
}

type Step = RequestSeriesInput['steps'][number]

/** The part of the board that a re-run reads. */
type RerunBoard = {
  readonly cards: ReadonlyMap<string, CardLayout>
  readonly items: { get(): { readonly notes: ReadonlyMap<string, NoteFields> } }
  getGeneration(id: string): GenerationShape | undefined
}

/** A step with what its model can be asked for: another model, or one whose engine has changed, has other controls. */
function fitting<Asked extends Pick<Step, 'controls'>>(
  { controls: wanted, ...step }: Asked,
  model: Pick<AskedModel, 'controls'> | undefined,
) {
  const controls = wanted ? controlsForModel(wanted, model?.controls) : undefined
  return { ...step, ...(controls && { controls }) }
}

/** The most cards of one re-run. */
const maxRerunCards = 100

const placeOfImage = (parent: GenerationShape | undefined, imageId: string | null): number | null =>
  parent?.images.find(({ id }) => id === imageId)?.orderNum ?? null

/** The cards in the form of the plan. */
const rerunCards = ({ cards, getGeneration }: RerunBoard): RerunCard[] =>
  Array.from(cards.values(), ({ id, parentId, x, y, isCollapsed }) => {
    const parent = parentId === null ? undefined : getGeneration(parentId)
    const imageId = getGeneration(id)?.parentImageId ?? null
    return { id, parentId, x, y, isCollapsed, parentImagePlace: placeOfImage(parent, imageId) }
  })

/** The change: only the first card; everything below keeps its settings. */
type RerunChange = Partial<PromptText> & { readonly prompt: string; readonly model: AskedModel }

type RerunOptions = {
  readonly change: RerunChange
  readonly models: readonly ModelShape[]
  /** The named references of the user; those of the branch have to be among them. */
  readonly references: readonly ReferenceShape[]
}

/** Models that the branch needs and that are missing now. */
export const missingModels = (request: RequestSeriesInput, models: readonly ModelShape[]): string[] => {
  const available = new Set(models.filter(({ isAvailable }) => isAvailable).map(({ name }) => name))
  return [
    ...new Set(
      request.steps.flatMap(({ model }) =>
        model === undefined || model === thisMachineName || available.has(model) ? [] : [model],
      ),
    ),
  ]
}

/**
 * The request that generates a card and everything below it again, with its price by today's models; seeds stay. A card
 * whose model a race hides is priced at the most expensive one of the race.
 */
export function rerunRequest(
  board: RerunBoard & { readonly projectId: string },
  ancestorId: string,
  { change, models, references }: RerunOptions,
): RequestSeriesInput {
  const steps = rerunPlan(ancestorId, {
    cards: rerunCards(board),
    notes: board.items.get().notes.values(),
  }).flatMap<Step>(({ cardId, dependsOn, parentImagePlace, place }) => {
    const card = board.getGeneration(cardId)
    if (!card) return []
    const again = { ...repeatCard(card, { seed: card.settings.seed, references }), repeats: cardId }
    const placed = { canvasX: place.x, canvasY: place.y }
    if (dependsOn === null) {
      const { model: _model, modelOf: _card, ...settings } = again
      const text = { prompt: change.prompt.trim(), ...sentImprovedFrom(change) }
      const named = { ...namedInRequest(change.model), ...text }
      return [{ ...fitting(settings, change.model), ...placed, ...named }]
    }
    const model = models.find(({ name }) => name === again.model)
    return [
      {
        ...fitting(again, model),
        ...placed,
        dependsOn,
        parentImagePlace,
        parentGenerationId: null,
        parentImageId: null,
      },
    ]
  })
  const priceOf = ({ model, modelOf, edit, resolution = '1K', count = imagesPerGeneration }: Step) => {
    const named = models.find(({ name }) => name === model)
    const offer = edit && named?.edits.find(({ operation }) => operation === edit.operation)
    if (offer) return offer.price * count
    const asked = board.getGeneration(modelOf ?? '')?.hiddenModel ?? named
    return (asked?.prices[resolution] ?? 0) * count
  }
  return {
    kind: 'rerun',
    projectId: board.projectId,
    price: steps.reduce((sum, step) => sum + priceOf(step), 0),
    steps,
  }
}
