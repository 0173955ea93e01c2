import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import { cardAt } from '#web/canvas/scene/picture-boxes.ts'
import { byGroup } from '#web/data/commands.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { selectNone, selectOnly } from '#web/features/board/selection.ts'
import { commandTexts } from '#web/features/board/texts.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import { DropdownMenu } from '#web/ui/popups.tsx'
import type { BoardCommand, CommandContext } from '../board-session.ts'
import { CommandFace } from './command-face.tsx'

/** The commands for all branches. */
const isForBoard = (id: string) => id === 'fold-dead-ends' || id === 'unfold-dead-ends'
/** On a card: the commands for it. On the background: everything else. */
const isForCards = ({ group, id }: BoardCommand) =>
  group === 'card' ||
  (group === 'lineage' && !isForBoard(id)) ||
  ['collapse', 'select-branch', 'tidy-up', 'present', 'delete'].includes(id)
/** On a frame, and on a note the same but for 'Present' and what is given to an agent. */
const isForItems = ({ group, id }: BoardCommand, hasFrame: boolean) =>
  group === 'frame' || ['frame', 'delete'].includes(id) || ((id === 'present' || id === 'purse') && hasFrame)
const isForBackground = ({ group, id }: BoardCommand) =>
  group === 'create' ||
  isForBoard(id) ||
  [
    'undo',
    'redo',
    'select-all',
    'tidy-up',
    'expand-all',
    'fit',
    'present',
    'find',
    'trash',
    'palette',
    'shortcuts',
  ].includes(id)

const writableFields = 'input, textarea, [contenteditable]:not([contenteditable="false"])'

/** Where a menu was opened, in CSS pixels of the window, and for what. */
type OpenMenu = { readonly x: number; readonly y: number; readonly context: CommandContext }

/** The context menu of the canvas: by right click, the menu key, or a long press. Pressing a card selects it first. */
export function CanvasMenu({ session, children }: { session: BoardSession; children: ReactNode }) {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => (area.current ? startLongPress(area.current) : undefined), [])

  const open = (event: MouseEvent) => {
    if (event.defaultPrevented) return
    const element = event.target instanceof Element ? event.target : null
    // A field keeps the browser's own menu, which pastes and corrects.
    if (element?.closest(writableFields)) return
    event.preventDefault()
    const { clientX: x, clientY: y } = event
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const point = toBoard(screenPoint(x - left, y - top), session.controller.get())
    const id = element?.closest<HTMLElement>('[data-card]')?.dataset.card ?? cardAt(session.board, point)?.id ?? null
    const itemId = element?.closest<HTMLElement>('[data-item]')?.dataset.item
    if (itemId !== undefined) {
      if (!session.selection.get().items.has(itemId)) selectOnly(session, itemId, 'items')
    } else if (id === null) selectNone(session)
    else if (!session.selection.get().cards.has(id)) selectOnly(session, id)
    const imageId = element?.closest<HTMLElement>('[data-image]')?.dataset.image ?? null
    setMenu({ x, y, context: { session, point, imageId } })
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu key opens it for the focused card inside. */}
      <div ref={area} className="absolute inset-0" onContextMenu={open}>
        {children}
      </div>
      {menu && <CommandMenu key={`${menu.x} ${menu.y}`} menu={menu} onClose={() => setMenu(null)} />}
    </>
  )
}

function CommandMenu({ menu: { x, y, context }, onClose }: { menu: OpenMenu; onClose(): void }) {
  const { session } = context
  useFocusAfter()
  const { cards, items } = session.selection.get()
  const isOnCard = cards.size > 0
  const isOnItem = items.size > 0
  const hasFrame = [...items].some((id) => session.board.items.get().frames.has(id))
  const isForTarget = (command: BoardCommand) =>
    (isOnItem && isForItems(command, hasFrame)) ||
    (isOnCard && (isForCards(command) || command.id === 'frame')) ||
    (!isOnItem && !isOnCard && isForBackground(command))
  const commands = session.commands.filter((command) => isForTarget(command) && command.canRun(context))
  return (
    <DropdownMenu.Root modal={false} open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed size-0"
          style={{ left: x, top: y }}
        />
      </DropdownMenu.Trigger>
      {/* Not in a portal: the menu belongs to the page's main landmark. */}
      <DropdownMenu.Content
        aria-label={commandTexts.menu}
        className="popover menu"
        // As tall as the window, where it has to be: beside the pointer, not below it.
        side="right"
        align="start"
        sideOffset={2}
        collisionPadding={8}
        // A command may have moved the focus; else `useFocusAfter` gives it back.
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {byGroup(commands).map(({ group, commands: part }, place) => (
          <DropdownMenu.Group key={group}>
            {place > 0 && <DropdownMenu.Separator className="menu-separator" />}
            {part.map((command) => (
              <DropdownMenu.Item
                key={command.id}
                className="menu-item"
                data-danger={['delete', 'remove-items'].includes(command.id) || undefined}
                // After the menu is gone: until then it reverts a command's change of the focus.
                onSelect={() => setTimeout(() => command.run(context))}
              >
                <CommandFace command={command} context={context} />
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Group>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/**
 * The duration of Android's long press. Browsers without a long press of their own, such as Safari on a phone, get it
 * here.
 */
const longPressMs = 500
/** A finger is never quite still, in screen pixels. */
const stillWithin = 10

/**
 * Turns the long press of a finger or a pen into a `contextmenu` event, unless the browser does so first. The click of
 * the release is ignored: it would close what has opened. Returns the stop.
 */
function startLongPress(node: HTMLElement): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  let press: PointerEvent | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const forget = () => {
    clearTimeout(timer)
    press = null
  }
  const open = () => {
    if (!press) return
    const { target, clientX, clientY } = press
    forget()
    ignoreRelease(listening.signal)
    target?.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 2 }),
    )
  }

  node.addEventListener(
    'pointerdown',
    (event) => {
      const isSecond = press !== null
      forget()
      if (event.pointerType === 'mouse' || event.button !== 0 || isSecond) return
      press = event
      timer = setTimeout(open, longPressMs)
    },
    options,
  )
  node.addEventListener(
    'pointermove',
    (event) => {
      if (press && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > stillWithin) forget()
    },
    options,
  )
  for (const name of ['pointerup', 'pointercancel', 'contextmenu'] as const) addEventListener(name, forget, options)

  return () => {
    forget()
    listening.abort()
  }
}

/** Keeps the release of a touch from becoming a click. A pen may have no touch events: the next press ends it. */
function ignoreRelease(signal: AbortSignal): void {
  const ignoring = new AbortController()
  const options = { once: true, capture: true, signal: AbortSignal.any([signal, ignoring.signal]) }
  addEventListener('touchend', (event) => event.preventDefault(), { ...options, passive: false })
  addEventListener('pointerdown', () => ignoring.abort(), options)
}
