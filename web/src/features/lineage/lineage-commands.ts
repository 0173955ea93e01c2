import {
  Coins,
  Columns2,
  FoldVertical,
  GitCompareArrows,
  ImagePlus,
  ListChecks,
  Route,
  UnfoldVertical,
} from 'lucide-react'
import { useEffect } from 'react'
import { finishedImages } from '#domain/generation/status.ts'
import { type BranchCost, branchCost, type CostedCard } from '#domain/lineage/branch-cost.ts'
import { deadEnds } from '#domain/lineage/dead-ends.ts'
import { bestImage } from '#domain/lineage/judged-image.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { BoardCommand, BoardSession, CommandContext } from '#web/features/board/board-session.ts'
import { hidesCost } from '#web/features/board/cards/edit-cards.ts'
import { soleCard, targetImage } from '#web/features/board/commands/board-command.ts'
import { maxCompared, toggleGathered } from '#web/viewing/gathered.ts'
import { compareTexts, filmstripTexts } from '#web/viewing/texts.ts'
import { costTexts, cullTexts, lineageTexts } from './texts.ts'

/** The commands about the lineage of a card. */
export const lineageCommands: readonly BoardCommand[] = [
  {
    id: 'what-changed',
    group: 'lineage',
    icon: GitCompareArrows,
    label: () => lineageTexts.whatChanged,
    keys: ['W'],
    canRun: (context) => parentOf(context) !== null,
    run(context) {
      const childId = soleCard(context)
      const parentId = parentOf(context)
      if (childId === null || parentId === null) return
      context.session.overlays.open({ kind: 'difference', parentId, childId, at: null, by: 'press' })
    },
  },
  {
    id: 'path',
    group: 'lineage',
    icon: Route,
    label: () => filmstripTexts.title,
    keys: ['P'],
    canRun: (context) => targetImage(context) !== null,
    run(context) {
      const cardId = soleCard(context)
      const image = targetImage(context)
      if (cardId !== null && image) context.session.overlays.open({ kind: 'path', cardId, imageId: image.id })
    },
  },
  {
    id: 'compare',
    group: 'lineage',
    icon: Columns2,
    label: () => compareTexts.compare,
    keys: ['X'],
    canRun: ({ session }) => imagesToCompare(session).length > 1,
    run: ({ session }) => openComparison(session),
  },
  {
    id: 'gather',
    group: 'lineage',
    icon: ImagePlus,
    label: (context) => (isGathered(context) ? compareTexts.remove : compareTexts.add),
    keys: ['Shift+X'],
    canRun: (context) => targetImage(context) !== null,
    run(context) {
      const image = targetImage(context)
      if (image) toggleGathered(context.session.gathered, image.id)
    },
  },
  {
    id: 'cull',
    group: 'lineage',
    icon: ListChecks,
    label: (context) => (soleCard(context) === null ? cullTexts.cullAll : cullTexts.cullBranch),
    keys: ['K'],
    canRun: ({ session }) => session.board.size.get() > 0,
    run: (context) => context.session.overlays.open({ kind: 'cull', rootId: soleCard(context) }),
  },
  {
    id: 'fold-dead-ends',
    group: 'lineage',
    icon: FoldVertical,
    label: () => cullTexts.foldDeadEnds,
    keys: ['F'],
    canRun: ({ session }) => session.board.size.get() > 0,
    run: ({ session }) => foldDeadEnds(session.board),
  },
  {
    id: 'unfold-dead-ends',
    group: 'lineage',
    icon: UnfoldVertical,
    label: () => cullTexts.unfoldDeadEnds,
    keys: ['Shift+F'],
    canRun: ({ session }) => [...session.board.cards.values()].some(({ isCollapsed }) => isCollapsed),
    run: ({ session }) => unfoldDeadEnds(session.board),
  },
  {
    id: 'branch-cost',
    group: 'lineage',
    icon: Coins,
    label: (context) => costTexts.menu(totalOf(context)),
    keys: ['E'],
    canRun: (context) => soleCard(context) !== null,
    run(context) {
      const cardId = soleCard(context)
      if (cardId !== null) context.session.overlays.open({ kind: 'cost', cardId })
    },
  },
]

/** The cost of the branch of the only selected card, in hundredths of a credit. */
function totalOf(context: CommandContext): number {
  const cardId = soleCard(context)
  if (cardId === null || hidesCost(context.session.board, cardId)) return 0
  const { spent, held } = costOfBranch(context.session.board, cardId)
  return spent + held
}

/** Whether the target image is in the comparison already. */
const isGathered = (context: CommandContext) => context.session.gathered.get().includes(targetImage(context)?.id ?? '')

/** The card that the only selected one branches from; null where there is none. */
function parentOf(context: CommandContext): string | null {
  const { cards } = context.session.board
  const parentId = cards.get(soleCard(context) ?? '')?.parentId ?? null
  return parentId !== null && cards.has(parentId) ? parentId : null
}

/**
 * The images that a comparison would start with: the collected ones, else the best of each selected card, else all of
 * the only selected one. Fewer than two cannot be compared.
 */
function imagesToCompare({ board, selection, gathered }: BoardSession): string[] {
  if (gathered.get().length > 1) return [...gathered.get()]
  const cards = [...selection.get().cards].flatMap((id) => board.getGeneration(id) ?? [])
  if (cards.length === 1)
    return cards
      .flatMap(({ images }) => finishedImages(images))
      .map(({ id }) => id)
      .slice(0, maxCompared)
  return cards
    .flatMap((card) => card.images[bestImage(card.images) ?? -1]?.id ?? finishedImages(card.images)[0]?.id ?? [])
    .slice(0, maxCompared)
}

/** Opens the comparison, where there are enough images. */
export function openComparison(session: BoardSession): void {
  const imageIds = imagesToCompare(session)
  if (imageIds.length > 1) session.overlays.open({ kind: 'compare', imageIds })
}

/** The dead ends of a board, and which of them are collapsed. */
function deadEndsOf(board: BoardStore): { open: string[]; folded: string[] } {
  const cards = Array.from(board.cards.values(), ({ id, parentId }) => ({
    id,
    parentId,
    images: board.getGeneration(id)?.images ?? [],
  }))
  const { open = [], folded = [] } = Object.groupBy(deadEnds(cards), (id) =>
    board.cards.get(id)?.isCollapsed ? 'folded' : 'open',
  )
  return { open, folded }
}

/** Collapses every dead end, as one step. */
function foldDeadEnds(board: BoardStore): void {
  const { open } = deadEndsOf(board)
  editBoard(
    board,
    open.map((generationId) => ({ kind: 'collapse', generationId, isCollapsed: true })),
    cullTexts.folded(open.length),
  )
}

/** Expands them again, as one step. */
function unfoldDeadEnds(board: BoardStore): void {
  const { folded } = deadEndsOf(board)
  editBoard(
    board,
    folded.map((generationId) => ({ kind: 'collapse', generationId, isCollapsed: false })),
    cullTexts.unfolded(folded.length),
  )
}

/** The fields of a branch's cards that determine its cost. */
const costedCards = (board: BoardStore, rootId: string): CostedCard[] =>
  board.branchOf(rootId).flatMap((id) => {
    const card = board.getGeneration(id)
    return card ? [{ id, parentId: card.parentGenerationId, price: card.price, images: card.images }] : []
  })

/** The cost of a card and everything below it on the board. */
export const costOfBranch = (board: BoardStore, rootId: string): BranchCost =>
  branchCost(rootId, costedCards(board, rootId))

/** A pointer that only passes over a line opens nothing. */
const openDelayMs = 300
/** Long enough to move from the line to the popover. */
const closeDelayMs = 250

/** Hovering the popover keeps it open. */
const keepsOpen = () => document.querySelector('.difference:is(:hover, :focus-within)') !== null

/** Opens the popover of a branch a moment after it is hovered, and closes it a moment after the pointer has left. */
export function useInspecting(session: BoardSession): void {
  useEffect(() => {
    const { overlays } = session
    const openedBy = () => overlays.find('difference')?.by
    let timer: ReturnType<typeof setTimeout> | undefined

    const leave = () => {
      timer = setTimeout(() => {
        if (openedBy() !== 'pointer') return
        if (keepsOpen()) leave()
        else overlays.close('difference')
      }, closeDelayMs)
    }
    const stopTracing = session.traced.subscribe(() => {
      clearTimeout(timer)
      const traced = session.traced.get()
      if (openedBy() === 'press') return
      if (!traced) return leave()
      timer = setTimeout(() => overlays.open({ kind: 'difference', ...traced, by: 'pointer' }), openDelayMs)
    })
    // It is anchored to a point of the screen, which is another one of the canvas now.
    const stopFollowing = session.controller.onFrame(() => {
      if (openedBy() === 'pointer') overlays.close('difference')
    })
    return () => {
      clearTimeout(timer)
      stopTracing()
      stopFollowing()
    }
  }, [session])
}
