import { useEffect } from 'react'
import { isForPage, pressesControl } from '#web/canvas/page-keys.ts'
import { commandsOf, offers } from '#web/data/commands/offered-commands.ts'
import { matchesKeys } from '#web/ui/keys.ts'

/** Whether text is selected on the page: then the keys that copy are for that text. */
const copiesText = (event: KeyboardEvent) =>
  matchesKeys(event, 'Mod+C') && (getSelection()?.toString().trim() ?? '') !== ''

/** Runs the offered commands by their keys. Silent while a field, a menu or a dialog has the focus. */
export function useCommandKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event) || pressesControl(event) || copiesText(event)) return
      const command = commandsOf(offers.get()).find(({ keys }) =>
        keys.some((combination) => matchesKeys(event, combination)),
      )
      // What can't run now leaves its keys to the browser.
      if (!command?.canRun()) return
      event.preventDefault()
      if (!event.repeat || command.repeats) command.run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
