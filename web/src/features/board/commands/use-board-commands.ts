import { useEffect } from 'react'
import { isForPage } from '#web/canvas/page-keys.ts'
import { offerCommands } from '#web/data/commands/offered-commands.ts'
import type { BoardView } from '../board-view.ts'
import { startNudging } from '../nudge-cards.ts'
import { boardCommands } from './board-commands.ts'
import { bound, contextOf } from './command.ts'
import { commandTexts } from './texts.ts'

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
      // Elsewhere arrows move something else than cards.
      if (isForPage(event) && nudging.press(event)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      nudging.stop()
    }
  }, [view])
}
