import type { PromptedBranchKind } from '#contract/cards/generation.ts'
import { noSpread } from '#domain/series/spread.ts'
import { type Draft, emptyDraft, parseDraft } from '#web/data/drafts/parse-draft.ts'
import { onLateStorage, ownAreas } from '#web/data/storage/current-storage.ts'
import type { StorageArea } from '#web/data/storage/user-storage.ts'
import type { ImageInHand } from '#web/features/board/cards/image-in-hand.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { composePanelTexts } from '#web/features/compose/texts.ts'

/** The options of the dialog. Motion has no panel yet; its prompt is kept here for it. */
export const branchOptions = ['enhance', 'remix', 'motion'] as const satisfies readonly (
  | PromptedBranchKind
  | 'motion'
)[]
export type BranchOption = (typeof branchOptions)[number]

/** The initial content of the prompt panel. */
export const prefilledPrompts: Readonly<Record<BranchOption, string>> = {
  enhance: 'Improve quality and add more details',
  remix: 'Create a variation with a different artistic style',
  motion: 'Animate this image',
}

/** An option's name and description. */
export const optionTexts = (option: BranchOption) => composePanelTexts.kinds[option]

/** The content of the prompt panel. */
export type ComposeDraft = Draft & {
  /** The display name of the model that was chosen here; null: the parent's, else the default. */
  readonly modelName: string | null
  /** The image that the words in the bar are for, whatever is selected later; null: a new card, or that of the panel. */
  readonly target: ImageInHand | null
}

const fresh = (kind: Composing['kind']): ComposeDraft => ({
  ...emptyDraft,
  prompt: kind === 'new' ? '' : prefilledPrompts[kind],
  modelName: null,
  target: null,
})
const freshDrafts = { new: fresh('new'), enhance: fresh('enhance'), remix: fresh('remix') }

/** The initial content of the panel. */
export const freshDraft = (kind: Composing['kind']): ComposeDraft => freshDrafts[kind]

/** Where a draft is written: in the prompt bar, which has one for the whole canvas, or in a panel. */
export type DraftPlace = 'bar' | Composing

/** The most drafts of one place that are kept below the one it shows. */
const maxSetAside = 10

function keyOf(place: DraftPlace): string {
  if (place === 'bar') return 'bar'
  return place.kind === 'new' ? 'new' : `${place.kind} ${place.source.parentId}`
}

/** The part that stays in the bar for the next words: the model, the settings and the look, but no picture to be changed. */
const settingsOf = (draft: ComposeDraft): ComposeDraft => ({
  ...draft,
  prompt: '',
  improvedFrom: null,
  target: null,
  spread: noSpread,
  attachments: draft.attachments.filter(({ kind }) => kind !== 'prompt'),
})

/** Whether a draft would be a loss. */
const hasWords = ({ prompt, attachments }: ComposeDraft) => prompt.trim() !== '' || attachments.length > 0

/** A draft whose request has not been answered yet. */
export type SentDraft = {
  /** Its cards were created: the draft is done. */
  accept(): void
  /** It was refused or lost: it becomes a draft again. A newer draft of its panel stays and comes first. */
  giveBack(): void
}

/** Every draft by its panel, the visible one last; and the sent ones. */
type Kept = {
  readonly panels: ReadonlyMap<string, readonly ComposeDraft[]>
  readonly sent: readonly { readonly panel: string; readonly draft: ComposeDraft }[]
}

function parseTarget(stored: unknown): ImageInHand | null {
  const { cardId, imageId } = Object(stored) as Partial<Record<keyof ImageInHand, unknown>>
  return typeof cardId === 'string' && typeof imageId === 'string' ? { cardId, imageId } : null
}

function parseKept(stored: unknown): Kept {
  const { panels = [], sent = [] } = Object(stored) as { panels?: unknown; sent?: unknown }
  const entries = Array.isArray(panels) ? panels.filter((entry) => Array.isArray(entry)) : []
  const kept = new Map<string, readonly ComposeDraft[]>()
  const parse = (draft: unknown): ComposeDraft => {
    const { modelName, target } = Object(draft) as { modelName?: unknown; target?: unknown }
    return {
      ...parseDraft(draft),
      modelName: typeof modelName === 'string' ? modelName : null,
      target: parseTarget(target),
    }
  }
  for (const [panel, drafts] of entries) if (Array.isArray(drafts)) kept.set(String(panel), drafts.map(parse))
  // The page ended before these were answered: their outcome is unknown, so they are kept as drafts. Sent again
  // unchanged, they have the same idempotency key.
  for (const each of Array.isArray(sent) ? sent : []) {
    const { panel, draft } = Object(each) as { panel?: unknown; draft?: unknown }
    if (typeof panel === 'string') kept.set(panel, [parse(draft), ...(kept.get(panel) ?? [])])
  }
  return { panels: kept, sent: [] }
}

/**
 * The drafts of the prompt panels of a canvas: by parent and kind, kept over closing the panel, over refusals and
 * reloads of the tab. A sent draft leaves its panel at once, so that the next one there is separate.
 */
export function createComposeDrafts(storage: StorageArea, storageKey: string) {
  let kept = parseKept(storage.read(storageKey))
  const listeners = new Set<() => void>()

  const change = (next: Kept) => {
    kept = next
    const panels = [...next.panels].filter(([, drafts]) => drafts.length > 0)
    if (panels.length === 0 && next.sent.length === 0) storage.remove(storageKey)
    else storage.write(storageKey, { panels, sent: next.sent })
    for (const listener of [...listeners]) listener()
  }
  const draftsOf = (panel: string) => kept.panels.get(panel) ?? []
  const withDrafts = (panel: string, drafts: readonly ComposeDraft[]): Kept => ({
    ...kept,
    panels: new Map(kept.panels).set(panel, drafts.slice(-maxSetAside)),
  })
  const read = (place: DraftPlace) => draftsOf(keyOf(place)).at(-1) ?? freshDraft(place === 'bar' ? 'new' : place.kind)

  /** @param left The drafts that stay in the panel. @param shown The draft that it shows then; undefined: a new one. */
  function noteSent(
    at: DraftPlace,
    draft: ComposeDraft,
    { left, shown }: { left: readonly ComposeDraft[]; shown: ComposeDraft | undefined },
  ): SentDraft {
    const panel = keyOf(at)
    const entry = { panel, draft }
    const withoutEntry = () => kept.sent.filter((other) => other !== entry)
    change({ ...withDrafts(panel, left), sent: [...kept.sent, entry] })
    return {
      accept: () => change({ ...kept, sent: withoutEntry() }),
      giveBack() {
        const visible = draftsOf(panel).at(-1)
        const written = draftsOf(panel).filter(hasWords)
        const isNewer = visible !== shown && visible === written.at(-1)
        const place = isNewer ? written.length - 1 : written.length
        change({ ...withDrafts(panel, written.toSpliced(place, 0, draft)), sent: withoutEntry() })
      },
    }
  }

  return {
    /** Puts the drafts of an earlier page below those of this one, from a storage that has opened late. */
    takeIn(late: Pick<StorageArea, 'read'>) {
      const panels = new Map(kept.panels)
      for (const [panel, earlier] of parseKept(late.read(storageKey)).panels) {
        const written = draftsOf(panel).filter(hasWords)
        const known = new Set(written.map((draft) => JSON.stringify(draft)))
        const below = earlier.filter((draft) => !known.has(JSON.stringify(draft)))
        panels.set(panel, [...below, ...written].slice(-maxSetAside))
      }
      change({ ...kept, panels })
    },
    /** The draft that a panel shows; the same object until it changes. */
    read,
    /** Whether a panel has a draft. */
    isWritten: (place: DraftPlace) => draftsOf(keyOf(place)).length > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Replaces the draft that a panel shows. */
    keep(place: DraftPlace, draft: ComposeDraft) {
      const panel = keyOf(place)
      change(withDrafts(panel, [...draftsOf(panel).slice(0, -1), draft]))
    },
    /** Puts a draft into a place, above the existing one, which is shown again once this one was sent. */
    put(place: DraftPlace, draft: ComposeDraft) {
      const panel = keyOf(place)
      change(withDrafts(panel, [...draftsOf(panel).filter(hasWords), draft]))
    },
    /** Removes the visible draft from its place, because it is being sent. The bar keeps what was set there. */
    send(place: DraftPlace, draft: ComposeDraft): SentDraft {
      const below = draftsOf(keyOf(place)).slice(0, -1)
      const left = place === 'bar' && below.length === 0 ? [settingsOf(draft)] : below
      return noteSent(place, draft, { left, shown: left.at(-1) })
    },
    /** Records a sent draft that was not written in its panel: a draft there stays, and comes first. */
    sendBeside: (composing: Composing, draft: ComposeDraft): SentDraft =>
      noteSent(composing, draft, { left: draftsOf(keyOf(composing)), shown: undefined }),
  }
}

export type ComposeDrafts = ReturnType<typeof createComposeDrafts>

const opened = new WeakMap<StorageArea, Map<string, ComposeDrafts>>()

onLateStorage(({ tab }) => {
  for (const drafts of opened.get(ownAreas().tab)?.values() ?? []) drafts.takeIn(tab)
})

/** The drafts of the signed-in user for a canvas, in this tab. */
export function composeDraftsOf(projectId: string): ComposeDrafts {
  const { tab } = ownAreas()
  const known = opened.get(tab) ?? new Map<string, ComposeDrafts>()
  const drafts = known.get(projectId) ?? createComposeDrafts(tab, `canvas-drafts.${projectId}`)
  opened.set(tab, known.set(projectId, drafts))
  return drafts
}
