import { Copy, RotateCcw, Trophy } from 'lucide-react'
import type { BoardCommand } from '../commands/command.ts'
import { meantImage, soleCard } from '../commands/meant-image.ts'
import { moreLikeThis } from './more-like-this.ts'
import { pickWinner } from './pick-winner.ts'
import { seriesTexts } from './texts.ts'

/** What makes several cards, or chooses among them. */
export const seriesCommands: readonly BoardCommand[] = [
  {
    id: 'more-like-this',
    group: 'lineage',
    icon: Copy,
    label: () => seriesTexts.moreLikeThis,
    keys: ['G'],
    canRun: (context) => soleCard(context) !== null,
    run(context) {
      const card = context.view.board.asMade(soleCard(context) ?? '')
      if (card) void moreLikeThis(context.view, card)
    },
  },
  {
    id: 'rerun',
    group: 'lineage',
    icon: RotateCcw,
    label: () => seriesTexts.rerun.command,
    keys: ['R'],
    canRun: (context) => soleCard(context) !== null,
    run(context) {
      const cardId = soleCard(context)
      if (cardId !== null) context.view.lineage.part.set({ kind: 'rerun', cardId })
    },
  },
  {
    id: 'pick-winner',
    group: 'lineage',
    icon: Trophy,
    label: () => seriesTexts.pickWinner,
    keys: ['Shift+W'],
    canRun: (context) => meantImage(context) !== null && context.view.racers.get().has(soleCard(context) ?? ''),
    run(context) {
      const image = meantImage(context)
      const racer = context.view.racers.get().get(soleCard(context) ?? '')
      if (image && racer) void pickWinner(racer.seriesId, image.id)
    },
  },
]
