import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useEffect, useState } from 'react'
import { byGroup } from '#web/data/commands/command.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { useStore } from '#web/data/store.ts'
import { useOnline } from '#web/ui/browser-state.ts'
import { IconButton } from '#web/ui/button.tsx'
import { keysText } from '#web/ui/keys.ts'
import type { BoardSession } from './board-session.ts'
import { contextOf } from './commands/board-command.ts'
import { headerTexts } from './texts.ts'

/** The commands that a phone, which has no keys and a small header, needs as well. */
const shown = [
  'new-generation',
  'bring-in',
  'undo',
  'redo',
  'select-all',
  'expand-all',
  'tidy-up',
  'find',
  'trash',
  'rebuild',
  'export-project',
  'share',
  'review',
  'palette',
  'shortcuts',
]

/** The menu of commands for the canvas as a whole. */
export function BoardMenu({ session }: { session: BoardSession }) {
  const context = contextOf(session)
  const groups = byGroup(session.commands.filter(({ id }) => shown.includes(id)))
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={headerTexts.menu}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="start" sideOffset={10} collisionPadding={8} className="popover menu">
        {groups.map(({ group, commands }, place) => (
          <DropdownMenu.Group key={group}>
            {place > 0 && <DropdownMenu.Separator className="menu-separator" />}
            {commands.map((command) => (
              <DropdownMenu.Item
                key={command.id}
                className="menu-item data-disabled:text-faint"
                disabled={!command.canRun(context)}
                onSelect={() => setTimeout(() => command.run(context))}
              >
                <command.icon aria-hidden="true" />
                {command.label(context)}
                {command.keys[0] && <kbd className="menu-keys">{keysText(command.keys[0])}</kbd>}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Group>
        ))}
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

/** Long enough to be read, rare enough not to distract. */
const tickMs = 5_000

/** The state of the user's changes: saved, being sent, or stored here until the connection is back. */
export function SavedNote() {
  const { waiting, savedAt, isStuck } = useStore(liveSession().outbox.state)
  const isOnline = useOnline()
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])

  const text = () => {
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
      data-tooltip={isStuck ? headerTexts.keptWhy : undefined}
    >
      {note}
    </span>
  )
}
