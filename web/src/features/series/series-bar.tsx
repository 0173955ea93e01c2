import { useQuery } from '@tanstack/react-query'
import { Copy, RotateCcw, Trophy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape, StepBody } from '#contract/cards/series.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { cardRect, siblingOffset } from '#domain/layout/card.ts'
import { isUnderWay, unmadeSteps } from '#domain/series/step.ts'
import { generationRefusal, prepareGeneration, sendGeneration } from '#web/data/generations.ts'
import { seriesQuery } from '#web/data/series.ts'
import { referencesOf, withoutReferencePictures } from '#web/data/words/given-pictures.ts'
import type {
  BoardCommand,
  BoardSession,
  CommandContext,
  Placeholder,
  RaceCard,
} from '#web/features/board/board-session.ts'
import { startGrowth } from '#web/features/board/cards/growth.ts'
import { spaceOn } from '#web/features/board/cards/new-cards.ts'
import { pickWinner } from '#web/features/board/cards/picture-actions.tsx'
import { soleCard, targetImage } from '#web/features/board/commands/board-command.ts'
import { boardTexts } from '#web/features/board/texts.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.ts'
import { seriesTexts } from './texts.ts'
import './series.css'

const { bar } = seriesTexts

/** The most that are shown at once. */
const maxShown = 3

/** A line of the bar: most boards have no series that needs one. */
const seriesLine = offlinePart(async () => (await import('./series-line.tsx')).SeriesLine)

const isHidden = ({ kind, hidesNames, winnerImageId }: SeriesShape) =>
  kind === 'race' && hidesNames && winnerImageId === null

/** The state of each series that is running, incomplete, or hides its names. */
export function SeriesBar({ session }: { session: BoardSession }) {
  const list = useSeries(session)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const shown = list.filter(
    (series) =>
      isUnderWay(series.steps) ||
      (!dismissed.has(series.id) && (unmadeSteps(series.steps).length > 0 || isHidden(series))),
  )
  if (shown.length === 0) return null
  return (
    <section
      className="series-bar absolute left-1/2 z-task grid w-max max-w-[calc(100vw_-_32px)] -translate-x-1/2 justify-items-center gap-2 sm:max-lg:left-[72px] sm:max-lg:max-w-[calc(100vw_-_296px)] sm:max-lg:translate-none"
      aria-label={bar.label}
    >
      {shown.slice(0, maxShown).map((series) => (
        <LazySlot
          key={series.id}
          part={seriesLine}
          props={{ series, onDismiss: () => setDismissed((ids) => new Set([...ids, series.id])) }}
        />
      ))}
    </section>
  )
}

const none: readonly SeriesShape[] = []

/** Placeholders of pending steps. */
const placeholdersOf = (list: readonly SeriesShape[]): Placeholder[] =>
  list.flatMap(({ id, steps }) =>
    steps.flatMap(({ status, prompt, dependsOn, ...step }, place) =>
      status === 'waiting'
        ? [{ key: `${id} ${place}`, place: stepPlace(step), from: placeBefore(steps, dependsOn), prompt }]
        : [],
    ),
  )

/** The project's series, indexed by card where cards need them. */
function useSeries(session: BoardSession): readonly SeriesShape[] {
  const { data: list = none } = useQuery(seriesQuery(session.board.projectId))
  useEffect(() => {
    session.raceCards.set(raceCardsOf(list))
    session.waiting.set(placeholdersOf(list))
  }, [session, list])
  return list
}

/** The cards that run in races of models, by their ids. */
export function raceCardsOf(list: readonly SeriesShape[]): ReadonlyMap<string, RaceCard> {
  const cards = new Map<string, RaceCard>()
  for (const { id, kind, winnerImageId, steps } of list) {
    if (kind !== 'race') continue
    for (const { generationId } of steps)
      if (generationId !== null) cards.set(generationId, { seriesId: id, winnerImageId })
  }
  return cards
}

type PlacedStep = { readonly canvasX: number; readonly canvasY: number }

/** The place of a step's card, existing or future. */
export const stepPlace = ({ canvasX: x, canvasY: y }: PlacedStep): Point => ({ x, y })

/** The same of the step that one depends on; null where it depends on none. */
export function placeBefore(steps: readonly PlacedStep[], dependsOn: number | null | undefined): Point | null {
  const before = steps[dependsOn ?? -1]
  return before ? stepPlace(before) : null
}

/** The only selected card, if a model made it: what was brought in can't be requested again. */
function madeCard(context: CommandContext): GenerationShape | undefined {
  const card = context.session.board.getGeneration(soleCard(context) ?? '')
  return card?.origin === 'made' ? card : undefined
}

/** The commands that create series, or pick among their images. */
export const seriesCommands: readonly BoardCommand[] = [
  {
    id: 'more-like-this',
    group: 'lineage',
    icon: Copy,
    label: () => seriesTexts.moreLikeThis,
    keys: ['G'],
    canRun: (context) => madeCard(context) !== undefined,
    run(context) {
      const card = madeCard(context)
      if (card) void requestMoreLike(context.session, card)
    },
  },
  {
    id: 'rerun',
    group: 'lineage',
    icon: RotateCcw,
    label: () => seriesTexts.rerun.command,
    keys: ['R'],
    canRun: (context) => madeCard(context) !== undefined,
    run(context) {
      const card = madeCard(context)
      if (card) context.session.overlays.open({ kind: 'rerun', cardId: card.id })
    },
  },
  {
    id: 'pick-winner',
    group: 'lineage',
    icon: Trophy,
    label: () => boardTexts.race.pickWinner,
    keys: ['Shift+W'],
    canRun: (context) => targetImage(context) !== null && context.session.raceCards.get().has(soleCard(context) ?? ''),
    run(context) {
      const image = targetImage(context)
      const raceCard = context.session.raceCards.get().get(soleCard(context) ?? '')
      if (image && raceCard) void pickWinner(raceCard.seriesId, image.id)
    },
  },
]

const showRefusal = (error: unknown): void => {
  const { failed: title, failedWithoutReason: fallback } = seriesTexts
  showToast(generationRefusal(error, { title, fallback }))
}

/** Requests a card like another, at once where it has no named references. */
async function requestMoreLike(session: BoardSession, card: GenerationShape): Promise<void> {
  try {
    await moreLikeThis(session, card, await referencesOf(card))
  } catch (error) {
    showRefusal(error)
  }
}

/**
 * The request for the same settings and parent with new seeds: a card below the one that it is like.
 */
async function moreLikeThis(
  session: BoardSession,
  card: GenerationShape,
  references: readonly ReferenceShape[],
): Promise<void> {
  const { board, awaited } = session
  const { x, y } = avoidOverlap(
    cardRect({ x: card.canvasX, y: card.canvasY + siblingOffset, isCollapsed: false }),
    spaceOn(board),
  )
  const { aspectRatio, resolution, rawMode } = card.settings
  const again = repeatCard(card, { seed: null, references })
  // Its place changes once the first has been added to the board.
  const intent = { moreLike: card.id, ...again }
  const prepared = prepareGeneration({ ...again, projectId: card.projectId, canvasX: x, canvasY: y }, intent)
  const { id, request } = prepared
  const waiting = {
    id,
    place: { x: request.canvasX ?? x, y: request.canvasY ?? y },
    parentId: card.parentGenerationId,
    prompt: card.prompt,
    modelName: shownModel(card.model),
    settings: { aspectRatio, resolution, rawMode },
    count: card.images.length || imagesPerGeneration,
  }
  if (card.parentGenerationId !== null && card.parentImageId !== null)
    startGrowth(session, id, { parentId: card.parentGenerationId, imageId: card.parentImageId })
  awaited.set([...awaited.get().filter((other) => other.id !== id), waiting])
  try {
    await sendGeneration(prepared)
  } finally {
    awaited.set(awaited.get().filter((other) => other !== waiting))
  }
}

/** A request with the settings of a card, without its place. Empty lists are left out. */
type Repeated = Omit<StepBody, 'canvasX' | 'canvasY' | 'dependsOn' | 'parentImagePlace' | 'repeats'>

type RepeatOptions = {
  readonly seed: number | null
  /** The named references of the user; those of the card have to be among them. */
  readonly references: readonly ReferenceShape[]
}

/** The request that repeats a card: the same parent and settings; the seed only if it is given. Its references are sent as they are now. */
export function repeatCard(card: GenerationShape, { seed, references }: RepeatOptions): Repeated {
  const { prompt, writtenPrompt, improvedFrom, settings } = card
  const { style, aspectRatio, resolution, rawMode, controls } = settings
  return {
    // Names are drawn and sent again.
    prompt: writtenPrompt ?? prompt,
    ...(improvedFrom !== null && { improvedFrom }),
    count: card.images.length || imagesPerGeneration,
    ...(card.edit && { edit: card.edit }),
    ...(card.hiddenModel ? { modelOf: card.id } : card.model !== null && { model: card.model }),
    aspectRatio,
    resolution,
    rawMode,
    ...(controls && !card.edit && { controls }),
    style,
    ...withoutReferencePictures(card, references),
    seed,
    parentGenerationId: card.parentGenerationId,
    parentImageId: card.parentImageId,
    branchKind: card.branchKind,
  }
}
