import { useEffect } from 'react'
import { commandsOf, offers } from '#web/data/commands/offered-commands.ts'
import { matchesKeys } from '#web/ui/keys.ts'

/** Where keys write, or belong to something that lies above the page. */
const elsewhere = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'
/** What Enter and Space press. */
const pressable = 'button, a, summary, [role="treeitem"]'

/** Runs the offered commands by their keys. Silent while a field, a menu or a dialog has the focus. */
export function useCommandKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.defaultPrevented || target?.closest(elsewhere)) return
      if ((event.key === 'Enter' || event.key === ' ') && target?.closest(pressable)) return
      const command = commandsOf(offers.get()).find(({ keys }) =>
        keys.some((combination) => matchesKeys(event, combination)),
      )
      if (!command) return
      // Also where it can't run now: the browser's own meaning of the keys would surprise.
      event.preventDefault()
      if (command.canRun()) command.run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
