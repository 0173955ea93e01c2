import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useStore } from '#web/data/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { keysText } from '#web/ui/keys.ts'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { type BoardCommand, useBoardSession, useOverlay } from '../board-session.ts'
import { commandOf, contextOf } from '../commands/board-command.ts'
import { boardTexts } from '../texts.ts'
import './canvas-bars.css'

/** The commands of the dock, in its two groups. */
const groups = [
  ['select-tool', 'hand-tool'],
  ['prompt', 'bring-in', 'assets', 'note', 'frame', 'purse'],
] as const
type DockId = (typeof groups)[number][number]

/** The tools of the canvas at its left edge, each with its key. A phone has them in a menu beside the zoom bar. */
export function Dock() {
  const session = useBoardSession()
  const tool = useStore(session.items.tool)
  const assets = useOverlay(session, 'assets')
  const promptBar = useStore(session.promptBar)
  const pressed: Readonly<Partial<Record<DockId, boolean>>> = {
    'select-tool': tool === 'select',
    'hand-tool': tool === 'hand',
    prompt: promptBar === 'open',
    assets: assets !== null,
    note: tool === 'note',
    frame: tool === 'frame',
    purse: tool === 'purse',
  }
  return (
    <div className="dock island" role="toolbar" aria-orientation="vertical" aria-label={boardTexts.dock}>
      {groups.map((ids, place) => (
        <div key={ids[0]} className="grid gap-0.5">
          {place > 0 && <hr className="dock-line" />}
          {ids.map((id) => {
            const command = commandOf(session, id)
            return command && <DockButton key={id} command={command} aria-pressed={pressed[id]} />
          })}
        </div>
      ))}
    </div>
  )
}

/** On a phone, beside the zoom bar: what the dock adds to the canvas. */
export function AddMenu() {
  const session = useBoardSession()
  const context = contextOf(session)
  const commands = session.commands.filter(({ id }) => ['bring-in', 'assets', 'note', 'frame', 'purse'].includes(id))
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="add-button island" aria-label={boardTexts.add}>
        <Plus aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="start" sideOffset={8} collisionPadding={8} className="popover menu">
        {commands.map((command) => (
          <DropdownMenu.Item
            key={command.id}
            className="menu-item"
            onSelect={() => setTimeout(() => command.run(context))}
          >
            <command.icon aria-hidden="true" />
            {boardTexts.dockTools[command.id as DockId]}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function DockButton({ command, ...state }: { command: BoardCommand } & Pick<ComponentProps<'button'>, 'aria-pressed'>) {
  const context = contextOf(useBoardSession())
  return (
    <IconButton
      {...state}
      data-command={command.id}
      data-tooltip-side="right"
      label={boardTexts.dockTools[command.id as DockId]}
      keys={keysText(command.keys[0] ?? '')}
      onClick={() => command.run(context)}
    >
      <command.icon />
    </IconButton>
  )
}
