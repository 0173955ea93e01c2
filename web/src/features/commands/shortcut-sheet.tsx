import { Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { byGroup, type Command, type Gesture } from '#web/data/commands/command.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { keysText } from '#web/ui/keys.ts'
import { matchingCommands } from './matching-commands.ts'
import { commandTexts } from './texts.ts'
import './commands.css'

type ShortcutSheetProps = { commands: readonly Command[]; gestures: readonly Gesture[]; onClose(): void }

/** Every command that has keys, and what the pointer does. */
export function ShortcutSheet({ commands: all, gestures: allGestures, onClose }: ShortcutSheetProps) {
  const [words, setWords] = useState('')
  const withKeys = all.filter(({ keys }) => keys.length > 0)
  const groups = byGroup(matchingCommands(withKeys, words))
  const gestures = allGestures.filter((gesture) => gesture.join(' ').toLowerCase().includes(words.trim().toLowerCase()))

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="shortcuts" aria-describedby={undefined}>
          <header className="flex items-center justify-between pt-4 pr-3 pl-6">
            <Dialog.Title className="font-semibold text-16">{commandTexts.shortcuts}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="palette-field mx-6 mt-2 rounded-8 bg-raised">
            <Search aria-hidden="true" className="text-muted" />
            <input
              aria-label={commandTexts.shortcutField}
              // The sheet is opened to look something up.
              // biome-ignore lint/a11y/noAutofocus: the field is the first thing in a dialog
              autoFocus
              placeholder={commandTexts.shortcutField}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled with the keys too */}
          <section tabIndex={0} aria-label={commandTexts.shortcuts} className="shortcut-groups">
            {groups.map(({ group, commands }) => (
              <Shortcuts
                key={group}
                heading={commandTexts.groups[group]}
                rows={commands.map((command) => [command.label(), command.keys.map(keysText)])}
              />
            ))}
            {gestures.length > 0 && (
              <Shortcuts heading={commandTexts.byHand} rows={gestures.map(([what, how]) => [what, [how]])} />
            )}
            {groups.length + gestures.length === 0 && (
              <p className="text-13 text-muted">{commandTexts.shortcutEmpty}</p>
            )}
          </section>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Shortcuts({ heading, rows }: { heading: string; rows: readonly (readonly [string, readonly string[]])[] }) {
  return (
    <div className="break-inside-avoid pb-5">
      <h3 className="pb-1 font-medium text-12 text-muted">{heading}</h3>
      <dl>
        {rows.map(([what, keys]) => (
          <div key={what} className="flex items-baseline justify-between gap-4 py-1 text-13">
            <dt>{what}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-1.5 text-right">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
