import { useNavigate } from '@tanstack/react-router'
import { Network, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { matchesWords } from '#domain/text/matches-words.ts'
import { byGroup, type Command, type Gesture } from '#web/data/commands.ts'
import { useFoundProjects } from '#web/data/latest-projects.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useCombobox } from '#web/ui/combobox.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { KeyChip } from '#web/ui/key-chip.tsx'
import { keysText } from '#web/ui/keys.ts'
import { PageMark } from '#web/ui/page-mark.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { commandTexts } from './texts.ts'
import './commands.css'

type PaletteProps = { commands: readonly Command[]; onClose(): void }

/** Boards among the commands. */
const maxBoards = 6

/** The boards that these words find, as commands that open them; none without words. */
function useBoardCommands(words: string): readonly Command[] {
  const navigate = useNavigate()
  const { projects } = useFoundProjects(words)
  if (words.trim() === '') return []
  return projects.slice(0, maxBoards).map(
    ({ id, title }): Command => ({
      id: `board-${id}`,
      group: 'go',
      icon: Network,
      label: () => title,
      keys: [],
      canRun: () => true,
      run: () => void navigate({ to: '/project/$projectId', params: { projectId: id } }),
    }),
  )
}

/** Every command by its name, and the boards that are found: type, arrows, Enter. Disabled commands are listed last. */
export function Palette({ commands: all, onClose }: PaletteProps) {
  const [words, setWords] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const chosen = useRef<Command | null>(null)
  const found = matchingCommands(
    all.filter((command) => command.id !== 'palette'),
    words,
  )
  const boards = useBoardCommands(words)
  const commands = [
    ...found.filter((command) => command.canRun()),
    ...boards,
    ...found.filter((command) => !command.canRun()),
  ]

  const run = (command: Command) => {
    if (!command.canRun()) return
    chosen.current = command
    onClose()
  }
  /** Runs the command once the dialog has given the focus back: the command may need it. */
  const runChosen = () => {
    const command = chosen.current
    if (command) setTimeout(() => command.run())
  }
  const { field, list, optionOf } = useCombobox({
    fieldLabel: commandTexts.paletteField,
    listLabel: commandTexts.palette,
    items: commands,
    active: commands.find((command) => command.id === activeId),
    idOf: (command) => command.id,
    onActivate: (command) => setActiveId(command.id),
    onChoose: run,
  })

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="palette fixed top-[min(16vh,140px)] left-1/2 z-dialog flex max-h-[min(480px,70vh)] w-[min(560px,calc(100vw_-_32px))] -translate-x-1/2 [animation:fade_var(--slow)_var(--out)] flex-col rounded-20 bg-panel shadow-(--shadow-pop) ring ring-hairline outline-none"
          aria-describedby={undefined}
          onCloseAutoFocus={runChosen}
        >
          <PageMark part="palette" />
          <Dialog.Title className="sr-only">{commandTexts.palette}</Dialog.Title>
          <div className="palette-field flex flex-none items-center gap-2.5 text-14">
            <Search aria-hidden="true" className="text-muted" />
            <input
              className="min-w-0 flex-1 bg-transparent outline-none"
              dir="auto"
              {...field}
              placeholder={commandTexts.paletteField}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
          <div {...list} className="min-h-0 overflow-y-auto border-t border-hairline p-1.5">
            {commands.map((command) => {
              const canRun = command.canRun()
              const { icon: Icon } = command
              return (
                <div
                  {...optionOf(command)}
                  key={command.id}
                  aria-disabled={!canRun}
                  className={joinClasses('menu-item h-9! pointer-coarse:h-11!', !canRun && 'text-faint')}
                >
                  <Icon aria-hidden="true" />
                  <span className="truncate" dir="auto">
                    {command.label()}
                  </span>
                  {command.keys[0] && <kbd className="menu-keys">{keysText(command.keys[0])}</kbd>}
                  {boards.includes(command) && <span className="menu-keys">{commandTexts.board}</span>}
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

type ShortcutSheetProps = { commands: readonly Command[]; gestures: readonly Gesture[]; onClose(): void }

/** Every command with keys, and the gestures of the pointer. */
export function ShortcutSheet({ commands: all, gestures: allGestures, onClose }: ShortcutSheetProps) {
  const [words, setWords] = useState('')
  const withKeys = all.filter(({ keys }) => keys.length > 0)
  const groups = byGroup(matchingCommands(withKeys, words))
  const gestures = allGestures.filter((gesture) => gesture.join(' ').toLowerCase().includes(words.trim().toLowerCase()))

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="shortcuts fixed top-[max(24px,10vh)] left-1/2 z-dialog flex max-h-[min(720px,80vh)] w-[min(760px,calc(100vw_-_32px))] -translate-x-1/2 [animation:fade_var(--slow)_var(--out)] flex-col rounded-20 bg-panel shadow-(--shadow-pop) ring ring-hairline outline-none"
          aria-describedby={undefined}
        >
          <PageMark part="shortcuts" />
          <header className="flex items-center justify-between pt-4 pr-3 pl-6">
            <Dialog.Title className="font-semibold text-16">{commandTexts.shortcuts}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="palette-field mx-6 mt-2 flex flex-none items-center gap-2.5 rounded-8 bg-raised text-14">
            <Search aria-hidden="true" className="text-muted" />
            <input
              className="min-w-0 flex-1 bg-transparent outline-none"
              dir="auto"
              aria-label={commandTexts.shortcutField}
              // The sheet is opened to look something up.
              // biome-ignore lint/a11y/noAutofocus: the field is the first thing in a dialog
              autoFocus
              placeholder={commandTexts.shortcutField}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled with the keys too
            tabIndex={0}
            aria-label={commandTexts.shortcuts}
            className="min-h-0 [columns:2_300px] gap-x-10 overflow-y-auto px-6 pt-4 pb-2"
          >
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
                <KeyChip key={key}>{key}</KeyChip>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The commands whose name contains every word, in any order; enabled ones first. */
export function matchingCommands(commands: readonly Command[], words: string): Command[] {
  const isWanted = matchesWords(words)
  return commands.filter((command) => isWanted(command.label())).sort((a, b) => Number(b.canRun()) - Number(a.canRun()))
}
