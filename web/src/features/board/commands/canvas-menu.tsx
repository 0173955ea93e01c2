import { ContextMenu } from 'radix-ui'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import { cardAt } from '#web/canvas/scene/picking.ts'
import { byGroup } from '#web/data/commands/command.ts'
import { keysText } from '#web/ui/keys.ts'
import type { BoardView } from '../board-view.ts'
import { selectNone, selectOnly } from '../selection.ts'
import { boardCommands } from './board-commands.ts'
import { type BoardCommand, type CommandContext, contextOf } from './command.ts'
import { startLongPress } from './start-long-press.ts'
import { commandTexts } from './texts.ts'

/** What is done with all branches at once. */
const isForBoard = (id: string) => id === 'fold-dead-ends' || id === 'unfold-dead-ends'
/** On a card: what can be done with it. On the ground: everything else. */
const isForCards = ({ group, id }: BoardCommand) =>
  group === 'card' ||
  (group === 'lineage' && !isForBoard(id)) ||
  ['collapse', 'select-branch', 'tidy-up', 'delete'].includes(id)
const isForGround = ({ group, id }: BoardCommand) =>
  group === 'create' ||
  isForBoard(id) ||
  ['undo', 'redo', 'select-all', 'tidy-up', 'expand-all', 'fit', 'find', 'trash', 'palette', 'shortcuts'].includes(id)

/** The context menu of the canvas: by right click, the menu key, or a long press. Pressing a card selects it first. */
export function CanvasMenu({ view, children }: { view: BoardView; children: ReactNode }) {
  const [context, setContext] = useState<CommandContext>(() => contextOf(view))
  const ground = useRef<HTMLDivElement>(null)
  useEffect(() => (ground.current ? startLongPress(ground.current) : undefined), [])

  const aim = (event: MouseEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const point = toBoard(screenPoint(event.clientX - left, event.clientY - top), view.controller.get())
    const element = event.target instanceof Element ? event.target : null
    const id = element?.closest<HTMLElement>('[data-card]')?.dataset.card ?? cardAt(view.board, point)?.id ?? null
    if (id === null) selectNone(view)
    else if (!view.selection.get().has(id)) selectOnly(view, id)
    setContext({ view, point, imageId: element?.closest<HTMLElement>('[data-image]')?.dataset.image ?? null })
  }

  const isOnCard = view.selection.get().size > 0
  const commands = boardCommands.filter(
    (command) => (isOnCard ? isForCards(command) : isForGround(command)) && command.canRun(context),
  )
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild onContextMenu={aim}>
        <div ref={ground} className="absolute inset-0">
          {children}
        </div>
      </ContextMenu.Trigger>
      {/* Not in a portal: the menu belongs to the page's main landmark. */}
      <ContextMenu.Content
        aria-label={commandTexts.menu}
        className="popover menu"
        collisionPadding={8}
        // The canvas keeps the focus where it was, for the keys; a command may have put it somewhere else.
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {byGroup(commands).map(({ group, commands: part }, place) => (
          <ContextMenu.Group key={group}>
            {place > 0 && <ContextMenu.Separator className="menu-separator" />}
            {part.map((command) => (
              <ContextMenu.Item
                key={command.id}
                className="menu-item"
                data-danger={command.id === 'delete' || undefined}
                // After the menu is gone: until then it takes back the focus that a command gives away.
                onSelect={() => setTimeout(() => command.run(context))}
              >
                <command.icon aria-hidden="true" />
                {command.label(context)}
                {command.keys[0] && <kbd className="menu-keys">{keysText(command.keys[0])}</kbd>}
              </ContextMenu.Item>
            ))}
          </ContextMenu.Group>
        ))}
      </ContextMenu.Content>
    </ContextMenu.Root>
  )
}
