import { lazy, Suspense, useEffect } from 'react'
import type { Command } from '#web/data/commands/command.ts'
import { commandPanel, commandsOf, offerCommands, offers } from '#web/data/commands/offered-commands.ts'
import { useStore } from '#web/data/use-store.ts'
import { helpCommands } from './help-commands.ts'
import { useCommandKeys } from './use-command-keys.ts'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then(({ ShortcutSheet }) => ({ default: ShortcutSheet })),
)

const close = () => commandPanel.set(null)

/** Keyboard, palette and sheet of shortcuts for whatever page is open. `commands` are those of every page. */
export function CommandLayer({ commands }: { commands: readonly Command[] }) {
  const panel = useStore(commandPanel)
  const offered = useStore(offers)
  useCommandKeys()
  useEffect(() => offerCommands({ reach: 'every-page', commands: [...commands, ...helpCommands] }), [commands])
  useEffect(() => close, [])
  return (
    <Suspense>
      {panel === 'palette' && <Palette commands={commandsOf(offered)} onClose={close} />}
      {panel === 'shortcuts' && (
        <ShortcutSheet
          commands={commandsOf(offered)}
          gestures={offered.flatMap(({ gestures }) => gestures ?? [])}
          onClose={close}
        />
      )}
    </Suspense>
  )
}
