import { Command as CommandIcon, Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import { type Command, commandOfKeys, commandPanel, commandsOf, offerCommands, offers } from '#web/data/commands.ts'
import { useStore } from '#web/data/store.ts'
import { bindKeys, type KeyPress, pressesControl } from '#web/ui/keyboard.ts'
import { matchesKeys } from '#web/ui/keys.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { commandTexts } from './texts.ts'

const palette = offlinePart(async () => (await import('./command-panels.tsx')).Palette)
const shortcutSheet = offlinePart(async () => (await import('./command-panels.tsx')).ShortcutSheet)

const close = () => commandPanel.set(null)

/** Keyboard, palette and sheet of shortcuts for any open page. `commands` are those of every page. */
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

const always = () => true

/** The commands that open the palette and the sheet. */
const helpCommands: readonly Command[] = [
  {
    id: 'palette',
    group: 'help',
    icon: CommandIcon,
    label: () => commandTexts.palette,
    keys: ['Mod+K'],
    canRun: always,
    run: () => commandPanel.set('palette'),
  },
  {
    id: 'shortcuts',
    group: 'help',
    icon: Keyboard,
    label: () => commandTexts.shortcuts,
    keys: ['?'],
    canRun: always,
    run: () => commandPanel.set('shortcuts'),
  },
]

/** Whether text is selected on the page: then the keys that copy are for that text. */
const copiesText = (event: KeyPress) => matchesKeys(event, 'Mod+C') && (getSelection()?.toString().trim() ?? '') !== ''

/** Runs the offered commands by their keys, unless a field, a menu or a dialog has the focus. */
function useCommandKeys(): void {
  useEffect(
    () =>
      bindKeys({
        layer: 'page',
        press(event) {
          if (pressesControl(event) || copiesText(event)) return false
          const command = commandOfKeys(offers.get(), (combination) => matchesKeys(event, combination))
          // A disabled command leaves its keys to the browser.
          if (!command) return false
          if (!event.repeat || command.repeats) command.run()
          return true
        },
      }),
    [],
  )
}
