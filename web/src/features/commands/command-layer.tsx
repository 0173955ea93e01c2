import { useEffect } from 'react'
import type { Command } from '#web/data/commands/command.ts'
import { commandPanel, commandsOf, offerCommands, offers } from '#web/data/commands/offered-commands.ts'
import { useStore } from '#web/data/store.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { helpCommands } from './help-commands.ts'
import { useCommandKeys } from './use-command-keys.ts'

const palette = offlinePart(async () => (await import('./palette.tsx')).Palette)
const shortcutSheet = offlinePart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)

const close = () => commandPanel.set(null)

/** Keyboard, palette and sheet of shortcuts for whatever page is open. `commands` are those of every page. */
export function CommandLayer({ commands }: { commands: readonly Command[] }) {
  const panel = useStore(commandPanel)
  const offered = useStore(offers)
  useCommandKeys()
  useEffect(() => offerCommands({ reach: 'every-page', commands: [...commands, ...helpCommands] }), [commands])
  useEffect(() => close, [])
  return (
    <>
      {panel === 'palette' && (
        <LazySlot part={palette} props={{ commands: commandsOf(offered), onClose: close }} onClose={close} />
      )}
      {panel === 'shortcuts' && (
        <LazySlot
          part={shortcutSheet}
          props={{
            commands: commandsOf(offered),
            gestures: offered.flatMap(({ gestures }) => gestures ?? []),
            onClose: close,
          }}
          onClose={close}
        />
      )}
    </>
  )
}
