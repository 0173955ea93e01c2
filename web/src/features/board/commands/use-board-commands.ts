import { useEffect } from 'react'
import { offerCommands } from '#web/data/commands/offered-commands.ts'
import type { BoardView } from '../board-view.ts'
import { startNudging } from '../nudge-cards.ts'
import { boardCommands } from './board-commands.ts'
import { bound, contextOf } from './command.ts'
import { commandTexts } from './texts.ts'

/** Where arrows move something else than cards. */
const elsewhere = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'

/** Offers the canvas's commands while it is open, and lets the arrows move cards. */
export function useBoardCommands(view: BoardView): void {
  useEffect(
    () =>
      offerCommands({
        reach: 'this-page',
        commands: boardCommands.map((command) => bound(command, contextOf(view))),
        gestures: commandTexts.gestures,
      }),
    [view],
  )
  useEffect(() => {
    const nudging = startNudging(view)
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.defaultPrevented || target?.closest(elsewhere)) return
      if (nudging.press(event)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      nudging.stop()
    }
  }, [view])
}
