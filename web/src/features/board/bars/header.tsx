import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { liveSession } from '#web/data/live/current-session.ts'
import { unkeptKeys } from '#web/data/storage/current-storage.ts'
import { holdWork } from '#web/data/storage/user-storage.ts'
import { useStore } from '#web/data/store.ts'
import { narrowQuery, phoneQuery, useMediaQuery, useOnline } from '#web/ui/browser-state.ts'
import { IconButton } from '#web/ui/button.tsx'
import { keysText } from '#web/ui/keys.ts'
import { Mark } from '#web/ui/mark.tsx'
import { PageMark } from '#web/ui/page-mark.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { type BoardSession, useOverlay } from '../board-session.ts'
import { commandOf, contextOf } from '../commands/board-command.ts'
import { CommandFace } from '../commands/command-face.tsx'
import { headerTexts } from '../texts.ts'

/** The commands of the menu, group by group; all others stand in their places, and in the palette. */
const menuGroups = [
  ['review', 'share', 'assistant'],
  ['undo', 'redo', 'find', 'tidy-up', 'select-all', 'expand-all'],
  ['trash', 'rebuild', 'export-project'],
  ['palette', 'shortcuts'],
] as const
/** Those that have a button in the header, for which a phone has no room. */
const onPhone: ReadonlySet<string> = new Set(['assistant', 'undo', 'redo'])

type BoardMenuProps = {
  session: BoardSession
  /** The items that lead to other pages, where the header has no room for them. */
  pages: ReactNode
}

/** The menu of the mark: the commands for the canvas as a whole, and on narrow windows the other pages. */
export function BoardMenu({ session, pages }: BoardMenuProps) {
  const context = contextOf(session)
  const isPhone = useMediaQuery(phoneQuery)
  const isNarrow = useMediaQuery(narrowQuery)
  const groups = menuGroups.map((ids) =>
    ids.filter((id) => isPhone || !onPhone.has(id)).flatMap((id) => commandOf(session, id) ?? []),
  )
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={headerTexts.menu}
        data-tooltip={headerTexts.menu}
        className="flex h-9 shrink-0 items-center gap-0.5 rounded-8 pointer-coarse:h-11 pr-1 pl-1.5 hover:bg-raised data-[state=open]:bg-raised"
      >
        <Mark className="size-6" />
        <ChevronDown aria-hidden="true" className="size-3.5! text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="start"
        sideOffset={12}
        alignOffset={-4}
        collisionPadding={8}
        className="popover menu w-max min-w-64"
      >
        <PageMark part="header-menu" />
        {groups.map((commands, place) => (
          <DropdownMenu.Group key={commands[0]?.id}>
            {place > 0 && <DropdownMenu.Separator className="menu-separator" />}
            {commands.map((command) => (
              <DropdownMenu.Item
                key={command.id}
                className="menu-item data-disabled:text-faint"
                disabled={!command.canRun(context)}
                onSelect={() => setTimeout(() => command.run(context))}
              >
                <CommandFace command={command} context={context} />
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Group>
        ))}
        {isNarrow && (
          <DropdownMenu.Group>
            <DropdownMenu.Separator className="menu-separator" />
            {pages}
          </DropdownMenu.Group>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** Undo and redo; the tooltip names the step. */
export function HistoryButtons({ session }: { session: BoardSession }) {
  useStore(liveSession().historyOf(session.board.projectId))
  const context = contextOf(session)
  return session.commands
    .filter(({ id }) => id === 'undo' || id === 'redo')
    .map((command) => (
      <IconButton
        key={command.id}
        label={command.label(context)}
        keys={keysText(command.keys[0] ?? '')}
        className="max-sm:hidden"
        aria-disabled={!command.canRun(context) || undefined}
        onClick={() => command.canRun(context) && command.run(context)}
      >
        <command.icon />
      </IconButton>
    ))
}

/** Opens the conversation with the assistant; a phone has it in the menu. */
export function AssistantButton({ session }: { session: BoardSession }) {
  const command = commandOf(session, 'assistant')
  const isOpen = useOverlay(session, 'assistant') !== null
  return (
    command && (
      <IconButton
        data-command={command.id}
        label={command.label(contextOf(session))}
        keys={keysText(command.keys[0] ?? '')}
        className="max-sm:hidden"
        aria-pressed={isOpen}
        onClick={() => command.run(contextOf(session))}
      >
        <command.icon />
      </IconButton>
    )
  )
}

/** Long enough to be read, rare enough not to distract. */
const tickMs = 5_000

/** The state of the user's changes: saved, being sent, or stored here until the connection is back. */
export function SavedNote() {
  const { waiting, savedAt, isStuck } = useStore(liveSession().outbox.state)
  const isOnline = useOnline()
  const isUnkept = holdWork(useStore(unkeptKeys()))
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])

  const text = () => {
    if (isUnkept) return headerTexts.notKept
    if (waiting > 0 && (isStuck || !isOnline)) return headerTexts.kept(waiting)
    if (waiting > 0) return headerTexts.saving
    return savedAt === null
      ? null
      : headerTexts.saved(Math.max(0, Math.round((Math.max(now, savedAt) - savedAt) / 1_000)))
  }
  const note = text()
  if (note === null) return null
  return (
    <span
      className="whitespace-nowrap pr-2.5 text-12 text-muted tabular-nums max-md:hidden"
      data-tooltip={isUnkept ? headerTexts.notKeptWhy : isStuck ? headerTexts.keptWhy : undefined}
    >
      {note}
    </span>
  )
}
