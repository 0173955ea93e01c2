import { Bot } from 'lucide-react'
import { soleSelected } from '#domain/board/selection.ts'
import { areaForCards } from '#domain/purses/purse.ts'
import type { BoardCommand, BoardSession } from '#web/features/board/board-session.ts'

/** Apart from the other texts of purses, which are fetched with their panel. */
const texts = { draw: 'Draw a ring for an agent', here: 'Give an agent credits here' }

/** The only selected frame; null where something else is selected, or more. */
const soleFrame = ({ board, selection }: BoardSession) =>
  board.items.get().frames.get(soleSelected(selection.get(), 'items') ?? '') ?? null

/** Draws a ring for an agent, or gives it the selected frame: the command of the dock, the menus and the palette. */
export const purseCommand: BoardCommand = {
  id: 'purse',
  group: 'create',
  icon: Bot,
  label: ({ session }) => (soleFrame(session) ? texts.here : texts.draw),
  keys: ['Q'],
  canRun: () => true,
  run({ session }) {
    const frame = soleFrame(session)
    if (!frame) return session.items.tool.set('purse')
    const { title: name, ...rect } = frame
    session.overlays.open({ kind: 'give-credits', area: areaForCards(rect), name })
  },
}
