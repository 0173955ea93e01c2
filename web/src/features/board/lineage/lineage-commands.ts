import { GitCompareArrows, Route } from 'lucide-react'
import type { BoardCommand } from '../commands/command.ts'
import { meantImage, soleCard } from '../commands/meant-image.ts'
import { pathTexts } from './path/path-texts.ts'
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
    label: () => pathTexts.title,
    keys: ['P'],
    canRun: (context) => meantImage(context) !== null,
    run(context) {
      const cardId = soleCard(context)
      const image = meantImage(context)
      if (cardId !== null && image) context.view.lineage.part.set({ kind: 'path', cardId, imageId: image.id })
    },
  },
]

/** The card that the only selected one branches from; null where there is none. */
function parentOf(context: Parameters<BoardCommand['run']>[0]): string | null {
  const { cards } = context.view.board
  const parentId = cards.get(soleCard(context) ?? '')?.parentId ?? null
  return parentId !== null && cards.has(parentId) ? parentId : null
}
