import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { byGroup } from '#web/data/commands/command.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { keysText } from '#web/ui/keys.ts'
import type { BoardView } from '../board-view.ts'
import { boardCommands } from '../commands/board-commands.ts'
import { contextOf } from '../commands/command.ts'
import { headerTexts } from './texts.ts'

/** What a phone, which has no keys and a small header, needs as well. */
const shown = [
  'new-generation',
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

/** What can be done with the canvas as a whole. */
export function BoardMenu({ view }: { view: BoardView }) {
  const context = contextOf(view)
  const groups = byGroup(boardCommands.filter(({ id }) => shown.includes(id)))
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
