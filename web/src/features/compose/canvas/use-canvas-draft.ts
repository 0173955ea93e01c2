import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ModelShape } from '#contract/models/model.ts'
import { type Attachment, withAttachment, withoutAttachment } from '#domain/prompt/attachment.ts'
import { type SpreadPlan, spreadPlan } from '#web/data/drafts/spread-plan.ts'
import { usePromptHistory } from '#web/data/drafts/use-prompt-history.ts'
import { controlsByModel } from '#web/data/models/controls-by-model.ts'
import {
  type AskedModel,
  type ModelsState,
  modelOfCard,
  modelsQuery,
  modelsState,
  useWithinPlan,
} from '#web/data/models/models.ts'
import { useStore } from '#web/data/store.ts'
import { useBoardSession, useCard } from '#web/features/board/board-session.ts'
import { defaultOf, useDefaultModel } from '#web/features/models/picker/default-model.ts'
import { savedModel, savedPicture } from '#web/features/prompts/field/saved-settings.ts'
import { usePromptEditing } from '#web/features/prompts/field/use-prompt-editing.ts'
import { type ComposeDraft, composeDraftsOf, type DraftPlace } from './compose-drafts.ts'

/** The draft in the bar or in a panel of the canvas, and the request that Go would make. */
export type CanvasDraft = {
  readonly draft: ComposeDraft
  /** The model that Go uses; null while the models are loading, and where none is available. */
  readonly model: AskedModel | null
  readonly models: ModelsState
  /** All models; empty while they are loading. */
  readonly allModels: readonly ModelShape[]
  readonly plan: SpreadPlan
  /** Changes parts of the draft, as it is when the change is made: uploads arrive asynchronously. */
  change(part: (now: ComposeDraft) => Partial<ComposeDraft>): void
  attach(attachment: Attachment): void
  detach(attachment: Pick<Attachment, 'kind' | 'id'>): void
  /** Reads the models again after a failure. */
  readModels(): void
}

/** @param parentId The card that Go branches from, whose model is used where none is chosen; null for a new card. */
export function useCanvasDraft(place: DraftPlace, parentId: string | null): CanvasDraft {
  const { board } = useBoardSession()
  const drafts = composeDraftsOf(board.projectId)
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read(place))
  const query = useQuery(modelsQuery)
  const { data: allModels = [] } = query
  const parent = useCard(parentId ?? '', (generation) => generation) ?? null
  const byDefault = useDefaultModel(allModels.filter(({ isAvailable }) => isAvailable))
  const kept = byDefault?.value ?? null
  const model = useWithinPlan(composeModel(allModels, { chosen: draft.modelName, parent, kept }))

  const change: CanvasDraft['change'] = (part) => {
    const now = drafts.read(place)
    drafts.keep(place, { ...now, ...part(now) })
  }
  return {
    draft,
    model,
    models: modelsState(query),
    allModels,
    plan: spreadPlan(draft, model, allModels, useStore(controlsByModel)),
    change,
    attach: (added) => change((now) => ({ attachments: withAttachment(now.attachments, added) })),
    detach: (gone) => change((now) => ({ attachments: withoutAttachment(now.attachments, gone) })),
    readModels: () => void query.refetch(),
  }
}

/** The text of a draft on the canvas: its editing, and the prompts that were sent before. */
export function useCanvasPrompt({ draft, allModels, change }: CanvasDraft) {
  const history = usePromptHistory(draft.prompt, (prompt) => change(() => ({ prompt, improvedFrom: null })))
  const editing = usePromptEditing({
    text: draft,
    onChange({ prompt, improvedFrom }) {
      history.endWalk()
      change(() => ({ prompt, improvedFrom }))
    },
    async onSettings(saved) {
      const model = savedModel(saved, allModels)
      change(() => ({ ...savedPicture(saved), ...(model && { modelName: model.name }) }))
      if (saved.settings?.style === undefined) return
      const { savedStyle } = await import('#web/features/prompts/field/saved-style.ts')
      const style = await savedStyle(saved)
      // Another text may be written by then.
      if (style)
        change((now) =>
          now.prompt.includes(saved.text) ? { attachments: withAttachment(now.attachments, style) } : {},
        )
    },
  })
  return { history, editing }
}

type Wanted = {
  readonly chosen: string | null
  /** The value of the default that has been in use; where it is left out, the catalogue's own. */
  readonly kept?: string | null
  readonly parent: Pick<GenerationShape, 'id' | 'model' | 'hiddenModel'> | null
}

/** The model of a panel: the chosen one, else the parent's, else the default; each only where it is available. */
export function composeModel(
  models: readonly ModelShape[],
  { chosen, parent, kept = null }: Wanted,
): AskedModel | null {
  const available = models.filter((model) => model.isAvailable)
  return (
    available.find((model) => model.name === chosen) ??
    (parent && modelOfCard(parent, models)) ??
    defaultOf(available, kept)
  )
}
