import type { EditOperationShape, EditShape } from '#contract/cards/edit.ts'
import type { RequestGenerationInput } from '#contract/cards/generation.ts'
import { sourceFault } from '#domain/edit/edit-frame.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { effectIn } from '#domain/edit/effects.ts'
import {
  type AdjustmentName,
  type Adjustments,
  adjustmentNames,
  type EditFrame,
  type EditOperation,
  editOperations,
  maxEdgePixels,
  needsMask,
  needsWords,
  type UpscaleFactor,
  usesMask,
} from '#domain/edit/operation.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { PromptText } from '#domain/prompt/prompt-text.ts'
import { joinPrompts } from '#web/data/drafts/parse-draft.ts'
import { sentImprovedFrom } from '#web/data/drafts/spread-plan.ts'
import { type LateEntries, onLateStorage, tabStorage, userStorage } from '#web/data/storage/current-storage.ts'
import type { StorageArea } from '#web/data/storage/user-storage.ts'
import { createUserStore } from '#web/data/storage/user-store.ts'
import type { EditRequest } from '#web/features/board/overlays.ts'
import {
  isUntouched,
  joinSelections,
  noSelection,
  parseSelection,
  type Selection,
  withStep,
} from './selection/selection.ts'
import { editorTexts } from './texts.ts'

/**
 * The edit that a person has prepared for an image and not sent. It survives a reload. A tab keeps its own; another that is opened later begins
 * with the one that was changed last.
 */
export type EditorDraft = {
  readonly operation: EditOperation
  readonly words: string
  /** The words that were written before a language model improved them; null for words that were not improved. */
  readonly improvedFrom: string | null
  readonly selection: Selection
  /** Pixels of the picture by which the selection grows or (below 0) shrinks, and over which the change fades out. */
  readonly grow: number
  readonly feather: number
  /** Of the operation `extend`, and of `crop`; null: the whole picture. */
  readonly extended: EditFrame | null
  readonly cropped: EditFrame | null
  readonly factor: UpscaleFactor
  /** The id of a style for `restyle`; null: the words alone. */
  readonly style: string | null
  readonly adjustments: Adjustments
  /** Number of candidates a model makes. */
  readonly count: number
}

export const emptyEdit: EditorDraft = {
  operation: 'change',
  words: '',
  improvedFrom: null,
  selection: noSelection,
  grow: 8,
  feather: 8,
  extended: null,
  cropped: null,
  factor: 2,
  style: null,
  adjustments: {},
  count: imagesPerGeneration,
}

const within = (value: unknown, least: number, most: number, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise

function parseFrame(stored: unknown): EditFrame | null {
  const { x, y, width, height, angle = 0 } = Object(stored) as Record<string, unknown>
  const numbers = [x, y, width, height, angle]
  if (!numbers.every((value) => typeof value === 'number' && Number.isFinite(value))) return null
  const frame = { x, y, width, height, angle } as Required<EditFrame>
  return frame.width >= 1 && frame.height >= 1 ? frame : null
}

function parseAdjustments(stored: unknown): Adjustments {
  const values = Object(stored) as Partial<Record<AdjustmentName, unknown>>
  return Object.fromEntries(
    adjustmentNames.flatMap((name) => {
      const value = within(values[name], -100, 100, 0)
      return value === 0 ? [] : [[name, value]]
    }),
  )
}

/** A draft from the storage; what is broken in it is as in an empty one. */
function parseEdit(stored: unknown): EditorDraft {
  const draft = Object(stored) as Partial<Record<keyof EditorDraft, unknown>>
  return {
    operation: editOperations.find((operation) => operation === draft.operation) ?? emptyEdit.operation,
    words: typeof draft.words === 'string' ? draft.words : '',
    improvedFrom: typeof draft.improvedFrom === 'string' ? draft.improvedFrom : null,
    selection: parseSelection(draft.selection),
    grow: within(draft.grow, -maxEdgePixels, maxEdgePixels, emptyEdit.grow),
    feather: within(draft.feather, 0, maxEdgePixels, emptyEdit.feather),
    extended: parseFrame(draft.extended),
    cropped: parseFrame(draft.cropped),
    factor: draft.factor === 4 ? 4 : 2,
    style: typeof draft.style === 'string' ? draft.style : null,
    adjustments: parseAdjustments(draft.adjustments),
    count: within(draft.count, 1, imagesPerGeneration, emptyEdit.count),
  }
}

const promptOfEdit = ({ words, improvedFrom }: EditorDraft): PromptText => ({ prompt: words, improvedFrom })

/**
 * The draft of two pages: the words, strokes and adjustments of both, and what else the later one has set. The operation is that in
 * which the later one is looked at.
 */
export function joinEdits(earlier: EditorDraft, later: EditorDraft): EditorDraft {
  const { prompt: words, improvedFrom } = joinPrompts(promptOfEdit(earlier), promptOfEdit(later))
  const set = Object.entries(later).filter(([name, value]) => value !== emptyEdit[name as keyof EditorDraft])
  return {
    ...earlier,
    ...Object.fromEntries(set),
    operation: later.operation,
    words,
    improvedFrom,
    selection: joinSelections(earlier.selection, later.selection),
    adjustments: { ...earlier.adjustments, ...later.adjustments },
  }
}

const draftKey = (imageId: string) => `edit.${imageId}`
const sizesKey = 'edit-sizes'
/** Characters of all drafts of an area as JSON: a selection of many strokes or wand picks takes up to 500,000. */
const maxDraftChars = 4_000_000

/** Where drafts are kept: those of this tab, and the last of any tab. */
type DraftStorages = { readonly tab: StorageArea; readonly all: StorageArea }
const storages: DraftStorages = { tab: tabStorage, all: userStorage }

/** Reads the draft of an image: that of this tab, else the last of another. */
export const readEdit = (imageId: string, { tab, all }: DraftStorages = storages): EditorDraft =>
  parseEdit(tab.read(draftKey(imageId)) ?? all.read(draftKey(imageId)))

/** Keeps the draft of an image. The drafts that were changed the longest ago go where all of them are too large. */
export function keepEdit(imageId: string, draft: EditorDraft, { tab, all }: DraftStorages = storages): void {
  const chars = JSON.stringify(draft).length
  for (const area of [tab, all]) {
    makeRoom(area, imageId, chars)
    area.write(draftKey(imageId), draft)
  }
}

/** Removes the oldest drafts of an area until one of this size has room beside the others. */
function makeRoom(area: StorageArea, imageId: string, chars: number): void {
  const sizes = Object.entries(Object(area.read(sizesKey)) as Record<string, unknown>).filter(([id]) => id !== imageId)
  const charsOf = ([, size]: readonly [string, unknown]) => (typeof size === 'number' ? size : 0)
  let total = sizes.reduce((sum, entry) => sum + charsOf(entry), chars)
  while (total > maxDraftChars) {
    const oldest = sizes.shift()
    if (!oldest) break
    total -= charsOf(oldest)
    area.remove(draftKey(oldest[0]))
  }
  area.write(sizesKey, Object.fromEntries([...sizes, [imageId, chars]]))
}

/** The draft of an earlier page; undefined where it had none. */
function earlierEdit(imageId: string, { tab, all }: LateEntries): EditorDraft | undefined {
  const stored = tab.read(draftKey(imageId)) ?? all.read(draftKey(imageId))
  return stored === undefined ? undefined : parseEdit(stored)
}

/** Notifies of the draft that an earlier page has of an image, where the storage opens late. Returns the stop. */
export const onLateEdit = (imageId: string, take: (earlier: EditorDraft) => void) =>
  onLateStorage((late) => {
    const earlier = earlierEdit(imageId, late)
    if (earlier) take(earlier)
  })

/** The sizes of two pages; the drafts of the later one were changed last. */
function joinSizes(earlier: unknown, written: unknown): object {
  const isOfEarlier = ([imageId]: readonly [string, unknown]) => !Object.hasOwn(Object(written), imageId)
  return { ...Object.fromEntries(Object.entries(Object(earlier)).filter(isOfEarlier)), ...Object(written) }
}

onLateStorage((late) => {
  for (const name of ['tab', 'all'] as const) {
    const [earlier, written] = [late[name].read(sizesKey), storages[name].read(sizesKey)]
    if (earlier !== undefined && earlier !== written) storages[name].write(sizesKey, joinSizes(earlier, written))
  }
  // All of them are joined before the first one takes room from the others.
  const joined = tabStorage.keys(draftKey('')).flatMap((key) => {
    const imageId = key.slice(draftKey('').length)
    const earlier = late.tab.read(key) === tabStorage.read(key) ? undefined : earlierEdit(imageId, late)
    return earlier ? [{ imageId, draft: joinEdits(earlier, readEdit(imageId)) }] : []
  })
  for (const { imageId, draft } of joined) keepEdit(imageId, draft)
})

/** The diameter of the selected spot of a comment, as a part of the picture's longer side. */
const spotShare = 1 / 6

/**
 * The draft after a reviewer's request was put into it: their words behind those that are there, and the spot selected, which undo
 * takes back.
 */
export function withRequest(draft: EditorDraft, { words, spot }: EditRequest, size: PixelSize): EditorDraft {
  const isThere = draft.words.includes(words)
  const all = isThere ? draft.words : [draft.words.trim(), words].filter(Boolean).join('\n')
  if (spot === null) return { ...draft, words: all, selection: withStep(draft.selection, { kind: 'clear' }) }
  const diameter = Math.round(Math.max(size.width, size.height) * spotShare)
  const points = [Math.round(spot.x * size.width), Math.round(spot.y * size.height), diameter]
  const cleared = withStep(draft.selection, { kind: 'clear' })
  return { ...draft, words: all, selection: withStep(cleared, { kind: 'brush', mode: 'add', points }) }
}

/** The model that was chosen last for each operation; missing: the best one. */
type ChosenExecutors = Readonly<Partial<Record<EditOperation, string>>>

function parseExecutors(kept: unknown): ChosenExecutors {
  const stored = Object(kept) as Record<string, unknown>
  return Object.fromEntries(
    editOperations.flatMap((operation) => {
      const model = stored[operation]
      return typeof model === 'string' ? [[operation, model]] : []
    }),
  )
}

/** The choices of the signed-in user. */
export const chosenExecutors = createUserStore('edit-doers', parseExecutors, (kept, written) => ({
  ...kept,
  ...written,
}))

/** Who makes an edit, and what it costs: hundredths of a credit and seconds for one image. */
export type Executor = EditOperationShape['executors'][number]

/** The operations whose result is computed: another try would be the same. */
const computed: ReadonlySet<EditOperation> = new Set(['upscale', 'crop', 'adjust', 'remove-background'])

/** Whether an edit has one result whatever is asked for. */
export const makesOne = (operation: EditOperation, executor: Executor | null): boolean =>
  computed.has(operation) || executor?.executor === thisMachine

export const countOf = (draft: EditorDraft, executor: Executor | null): number =>
  makesOne(draft.operation, executor) ? 1 : draft.count

/** The executor that was chosen, as long as it can do the operation; else the best one. Null where nothing can. */
export const executorOf = (offer: EditOperationShape | undefined, chosen: string | undefined): Executor | null =>
  offer?.executors.find(({ model }) => model === chosen) ?? offer?.executors[0] ?? null

type Readiness = {
  readonly offer: EditOperationShape | undefined
  readonly executor: Executor | null
  /** The picture's size, in pixels. */
  readonly size: PixelSize
}

/** Why an edit can't be made as it is prepared, as a sentence; null where it can. */
export function whyNotEdit(draft: EditorDraft, { offer, executor, size }: Readiness): string | null {
  const { operation } = draft
  if (!offer) return editorTexts.loading
  if (!executor) return offer.enabledBy ?? editorTexts.noExecutor
  if ((needsMask(operation) || executor.needsMask) && usesMask(operation) && isUntouched(draft.selection))
    return editorTexts.selectFirst
  if (operation === 'restyle' && executor.executor === thisMachine) {
    if (effectIn(draft.words) === null) return editorTexts.lookFirst
  } else if (needsWords(operation, { hasStyle: draft.style !== null }) && draft.words.trim() === '')
    return operation === 'restyle' ? editorTexts.styleFirst : editorTexts.wordsFirst
  if (operation === 'adjust' && Object.keys(draft.adjustments).length === 0) return editorTexts.nothingAdjusted
  if (operation === 'crop' && !draft.cropped) return editorTexts.nothingCropped
  if (operation === 'extend' && !draft.extended) return editorTexts.nothingExtended
  return sourceFault(editOf(draft, null), size)
}

/** The edit of a draft. @param maskUploadId The upload of its selection; null where there is none. */
function editOf(draft: EditorDraft, maskUploadId: string | null): EditShape {
  const { operation, grow, feather, factor, adjustments, extended, cropped } = draft
  const mask = usesMask(operation) && maskUploadId !== null ? { maskUploadId, grow, feather } : {}
  switch (operation) {
    case 'extend':
      return { operation, feather, ...(extended && { frame: extended }) }
    case 'crop':
      return { operation, ...(cropped && { frame: cropped }) }
    case 'upscale':
      return { operation, factor }
    case 'adjust':
      return { operation, adjustments }
    default:
      return { operation, ...mask }
  }
}

/** The image that an edit starts from. */
type EditSource = { readonly projectId: string; readonly cardId: string; readonly imageId: string }

/** The request of Go. */
export function editRequest(
  draft: EditorDraft,
  { projectId, cardId, imageId }: EditSource,
  { executor, maskUploadId }: { readonly executor: Executor; readonly maskUploadId: string | null },
): RequestGenerationInput {
  return {
    projectId,
    prompt: draft.words.trim(),
    ...sentImprovedFrom(draft),
    parentGenerationId: cardId,
    parentImageId: imageId,
    branchKind: 'edit',
    count: countOf(draft, executor),
    model: executor.model,
    edit: editOf(draft, maskUploadId),
    ...(draft.operation === 'restyle' && executor.executor !== thisMachine && draft.style && { style: draft.style }),
  }
}
