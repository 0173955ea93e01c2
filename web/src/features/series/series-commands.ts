import { Copy, RotateCcw, Trophy } from 'lucide-react'
import type { GenerationShape } from '#contract/generation.ts'
import type { StepBody } from '#contract/series.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { cardRect, siblingOffset } from '#domain/layout/card.ts'
import { generationRefusal, requestGeneration } from '#web/data/generations.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { startGrowth } from '#web/features/board/cards/growth.ts'
import { spaceOn } from '#web/features/board/cards/new-cards.ts'
import { pickWinner } from '#web/features/board/cards/picture-actions.tsx'
import {
  type BoardCommand,
  type CommandContext,
  soleCard,
  targetImage,
} from '#web/features/board/commands/board-command.ts'
import { boardTexts } from '#web/features/board/texts.ts'
import { showToast } from '#web/ui/toast.ts'
import { seriesTexts } from './texts.ts'

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
      if (card) void moreLikeThis(context.session, card)
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

/**
 * The request for the same settings and parent with new seeds: a card below the one that it is like.
 */
async function moreLikeThis(session: BoardSession, card: GenerationShape): Promise<void> {
  const { board, awaited } = session
  const { x, y } = avoidOverlap(
    cardRect({ x: card.canvasX, y: card.canvasY + siblingOffset, isCollapsed: false }),
    spaceOn(board),
  )
  const { aspectRatio, resolution, rawMode } = card.settings
  const waiting = {
    key: crypto.randomUUID(),
    place: { x, y },
    parentId: card.parentGenerationId,
    prompt: card.prompt,
    modelName: shownModel(card.model),
    settings: { aspectRatio, resolution, rawMode },
    count: card.images.length || imagesPerGeneration,
  }
  if (card.parentGenerationId !== null && card.parentImageId !== null)
    startGrowth(session, waiting.place, { parentId: card.parentGenerationId, imageId: card.parentImageId })
  awaited.set([...awaited.get(), waiting])
  try {
    const again = repeatCard(card, { seed: null })
    // Its place changes once the first has been added to the board.
    const intent = { moreLike: card.id, ...again }
    await requestGeneration({ ...again, projectId: card.projectId, canvasX: x, canvasY: y }, intent)
  } catch (error) {
    const { failed: title, failedWithoutReason: fallback } = seriesTexts
    const seePlans = () => location.assign('/pricing')
    showToast(generationRefusal(error, { title, fallback, seePlans }))
  } finally {
    awaited.set(awaited.get().filter((other) => other !== waiting))
  }
}

/** A request with the settings of a card, without its place. Empty lists are left out. */
export type Repeated = Omit<StepBody, 'canvasX' | 'canvasY' | 'dependsOn' | 'parentImagePlace' | 'repeats'>

/** The request that repeats a card: the same parent and settings; the seed only if it is given. */
export function repeatCard(
  { prompt, settings, imagePrompts, styleReferences, ...card }: GenerationShape,
  { seed }: { readonly seed: number | null },
): Repeated {
  const { style, aspectRatio, resolution, rawMode, controls } = settings
  return {
    prompt,
    count: card.images.length || imagesPerGeneration,
    ...(card.edit && { edit: card.edit }),
    ...(card.hiddenModel ? { modelOf: card.id } : card.model !== null && { model: card.model }),
    aspectRatio,
    resolution,
    rawMode,
    ...(controls && !card.edit && { controls }),
    style,
    imagePrompts,
    styleReferences,
    seed,
    parentGenerationId: card.parentGenerationId,
    parentImageId: card.parentImageId,
    branchKind: card.branchKind,
  }
}
