import { useEffect } from 'react'
import type { BoardView } from '../board-view.ts'
import { startNudging } from '../nudge-cards.ts'
import { boardCommands } from './board-commands.ts'
import { contextOf } from './command.ts'
import { matchesKeys } from './keys.ts'

/** Where keys write, or belong to something that lies above the canvas. */
const elsewhere = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'
/** What Enter and Space press. */
const pressable = 'button, a, summary, [role="treeitem"]'

/** Runs the commands by their keys, and the arrows. Silent while a field, a menu or a dialog has the focus. */
export function useCommandKeys(view: BoardView): void {
  useEffect(() => {
    const nudging = startNudging(view)
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.defaultPrevented || target?.closest(elsewhere)) return
      if ((event.key === 'Enter' || event.key === ' ') && target?.closest(pressable)) return
      const context = contextOf(view)
      const command = boardCommands.find(({ keys }) => keys.some((combination) => matchesKeys(event, combination)))
      // Also where it can't run now: the browser's own meaning of the keys would surprise.
      if (command) event.preventDefault()
      if (command?.canRun(context)) command.run(context)
      else if (!command && nudging.press(event)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      nudging.stop()
    }
  }, [view])
}
