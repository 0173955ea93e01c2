import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Command } from '#web/data/commands/command.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { keysText } from '#web/ui/keys.ts'
import { matchingCommands } from './matching-commands.ts'
import { commandTexts } from './texts.ts'
import './commands.css'

type PaletteProps = { commands: readonly Command[]; onClose(): void }

/** Every command by its name: type, arrows, Enter. What can't run now is listed last. */
export function Palette({ commands: all, onClose }: PaletteProps) {
  const [words, setWords] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const id = useId()
  const commands = matchingCommands(
    all.filter((command) => command.id !== 'palette'),
    words,
  )
  const active = commands.find((command) => command.id === activeId) ?? commands[0]

  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const run = (command: Command) => {
    if (!command.canRun()) return
    onClose()
    // After the dialog has given the focus back: the command may want it.
    setTimeout(() => command.run())
  }
  const step = (by: number) => {
    const next = commands[Math.max(0, Math.min(commands.length - 1, (active ? commands.indexOf(active) : -1) + by))]
    if (next) setActiveId(next.id)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && active) run(active)
    else return
    event.preventDefault()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="palette" aria-describedby={undefined}>
          <Dialog.Title className="sr-only">{commandTexts.palette}</Dialog.Title>
          <div className="palette-field">
            <Search aria-hidden="true" className="text-muted" />
            <input
              role="combobox"
              aria-label={commandTexts.paletteField}
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={active && `${id}-${active.id}`}
              placeholder={commandTexts.paletteField}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={press}
            />
          </div>
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={commandTexts.palette}
            tabIndex={-1}
            className="palette-list"
          >
            {commands.map((command) => {
              const canRun = command.canRun()
              const { icon: Icon } = command
              return (
                // The combobox holds the focus and the keys; the options are only pointed at.
                // biome-ignore lint/a11y/useFocusableInteractive: reached through aria-activedescendant
                // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is handled by the combobox
                <div
                  key={command.id}
                  id={`${id}-${command.id}`}
                  role="option"
                  aria-selected={command === active}
                  aria-disabled={!canRun}
                  className={joinClasses('menu-item h-9!', !canRun && 'text-faint')}
                  onPointerMove={() => command !== active && setActiveId(command.id)}
                  onClick={() => run(command)}
                >
                  <Icon aria-hidden="true" />
                  {command.label()}
                  {command.keys[0] && <kbd className="menu-keys">{keysText(command.keys[0])}</kbd>}
                </div>
              )
            })}
            {commands.length === 0 && <p className="p-3 text-13 text-muted">{commandTexts.paletteEmpty}</p>}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
