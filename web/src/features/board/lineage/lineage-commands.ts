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
import { compareTexts } from '#web/viewing/compare/compare-texts.ts'
import { toggleGathered } from '#web/viewing/compare/gathered.ts'
import { filmstripTexts } from '#web/viewing/path/filmstrip-texts.ts'
import type { BoardCommand, CommandContext } from '../commands/command.ts'
import { meantImage, soleCard } from '../commands/meant-image.ts'
import { imagesToCompare, openComparison } from './compare/gather-images.ts'
import { costTexts } from './cost/cost-texts.ts'
import { costOfBranch, hidesCost } from './cost/costed-branch.ts'
import { cullTexts } from './cull/cull-texts.ts'
import { foldDeadEnds, unfoldDeadEnds } from './cull/fold-dead-ends.ts'
import { lineageTexts } from './texts.ts'

/** What a card can say about where it comes from. */
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
      context.view.lineage.inspected.set({ parentId, childId, at: null, by: 'press' })
    },
  },
  {
    id: 'path',
    group: 'lineage',
    icon: Route,
    label: () => filmstripTexts.title,
    keys: ['P'],
    canRun: (context) => meantImage(context) !== null,
    run(context) {
      const cardId = soleCard(context)
      const image = meantImage(context)
      if (cardId !== null && image) context.view.lineage.part.set({ kind: 'path', cardId, imageId: image.id })
    },
  },
  {
    id: 'compare',
    group: 'lineage',
    icon: Columns2,
    label: () => compareTexts.compare,
    keys: ['X'],
    canRun: ({ view }) => imagesToCompare(view).length > 1,
    run: ({ view }) => openComparison(view),
  },
  {
    id: 'gather',
    group: 'lineage',
    icon: ImagePlus,
    label: (context) => (isGathered(context) ? compareTexts.remove : compareTexts.add),
    keys: ['Shift+X'],
    canRun: (context) => meantImage(context) !== null,
    run(context) {
      const image = meantImage(context)
      if (image) toggleGathered(context.view.lineage.gathered, image.id)
    },
  },
  {
    id: 'cull',
    group: 'lineage',
    icon: ListChecks,
    label: (context) => (soleCard(context) === null ? cullTexts.cullAll : cullTexts.cullBranch),
    keys: ['K'],
    canRun: ({ view }) => view.board.size.get() > 0,
    run: (context) => context.view.lineage.part.set({ kind: 'cull', rootId: soleCard(context) }),
  },
  {
    id: 'fold-dead-ends',
    group: 'lineage',
    icon: FoldVertical,
    label: () => cullTexts.foldDeadEnds,
    keys: ['F'],
    canRun: ({ view }) => view.board.size.get() > 0,
    run: ({ view }) => foldDeadEnds(view.board),
  },
  {
    id: 'unfold-dead-ends',
    group: 'lineage',
    icon: UnfoldVertical,
    label: () => cullTexts.unfoldDeadEnds,
    keys: ['Shift+F'],
    canRun: ({ view }) => [...view.board.cards.values()].some(({ isCollapsed }) => isCollapsed),
    run: ({ view }) => unfoldDeadEnds(view.board),
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
      if (cardId !== null) context.view.lineage.part.set({ kind: 'cost', cardId })
    },
  },
]

/** What the branch of the only selected card has cost, in hundredths of a credit. */
function totalOf(context: CommandContext): number {
  const cardId = soleCard(context)
  if (cardId === null || hidesCost(context.view.board, cardId)) return 0
  const { spent, held } = costOfBranch(context.view.board, cardId)
  return spent + held
}

/** Whether the picture that is meant is in the comparison already. */
const isGathered = (context: CommandContext) =>
  context.view.lineage.gathered.get().includes(meantImage(context)?.id ?? '')

/** The card that the only selected one branches from; null where there is none. */
function parentOf(context: CommandContext): string | null {
  const { cards } = context.view.board
  const parentId = cards.get(soleCard(context) ?? '')?.parentId ?? null
  return parentId !== null && cards.has(parentId) ? parentId : null
}
