import { Bot, Ellipsis, Pause, Play, Undo2 } from 'lucide-react'
import { type CSSProperties, type PointerEvent, useEffect, useState } from 'react'
import type { PurseShape } from '#contract/programs/purse.ts'
import { soleSelected } from '#domain/board/selection.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { partLeft } from '#domain/purses/purse.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { useStore } from '#web/data/store.ts'
import { type BoardSession, useOverlay, useSelect } from '#web/features/board/board-session.ts'
import { pressThing } from '#web/features/board/cards/drag-cards.ts'
import { askToDelete } from '#web/features/board/overlays.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { pressCorner, startRingKeys, useShownArea } from './move-ring.ts'
import { tryChange, undoAll, useRunningIn } from './purse-actions.ts'
import { purseTexts } from './texts.ts'
import './purses.css'

type LayerProps = { session: BoardSession }

/** The replay of a project shows its cards alone. */
const useIsHidden = (session: BoardSession) => useOverlay(session, 'timeline') !== null

/** The corners of a ring, in canvas pixels. */
const cornerRadius = 140
const radiusOf = ({ width, height }: Pick<PurseShape, 'width' | 'height'>) =>
  Math.min(cornerRadius, width / 2, height / 2)

/** Takes the pointer along the rims of rings, below the cards: what a card shows can be pressed where a rim crosses it. */
export function PurseGrips({ session }: LayerProps) {
  const purses = useStore(session.board.purses)
  if (useIsHidden(session)) return null
  return (
    <svg className="purse-rings" width="1" height="1" overflow="visible" aria-hidden="true">
      {purses.map((purse) => (
        <Grip key={purse.id} session={session} purse={purse} />
      ))}
    </svg>
  )
}

function Grip({ session, purse }: LayerProps & { purse: PurseShape }) {
  const { id } = purse
  const area = useShownArea(session, purse)
  const isSelected = useSelect(session.selection, ({ rings }) => rings.has(id))
  return (
    // Wider than the rim, for hands and fingers.
    <rect
      className="purse-grip"
      data-ring={id}
      data-drag={isSelected ? 'touch' : ''}
      {...shapeOf(area)}
      onPointerDown={(event) => {
        event.stopPropagation()
        pressThing(session, event.nativeEvent, event.currentTarget, { id, kind: 'rings' })
      }}
    />
  )
}

const shapeOf = (area: Rect) => {
  const { x, y, width, height } = area
  return { x, y, width, height, rx: radiusOf(area), pathLength: 100 }
}

/** A ring, above the cards at any zoom: what is left is drawn from the upper left, clockwise. */
function Ring({ session, purse }: LayerProps & { purse: PurseShape }) {
  const shape = shapeOf(useShownArea(session, purse))
  const isRunning = useRunningIn(purse.id) !== ''
  const left = purse.state === 'ended' ? 0 : partLeft(purse) * 100
  return (
    <>
      <rect className="purse-rim" {...shape} />
      {left > 0 && (
        <rect
          className="purse-left"
          data-running={isRunning || undefined}
          data-purse={purse.id}
          {...shape}
          // A gap as long as the whole rim: no second dash begins where its length is rounded.
          style={{ strokeDasharray: `${left} 100` }}
        />
      )}
    </>
  )
}

/** The rings, and what stands on the rim of each: its name, what is left, and what can be done with it. */
export function PurseRings({ session }: LayerProps) {
  const purses = useStore(session.board.purses)
  const tool = useStore(session.items.tool)
  useEffect(() => startRingKeys(session), [session])
  if (useIsHidden(session)) return null
  return (
    <div className={tool === 'select' ? undefined : 'pointer-events-none'}>
      <svg className="purse-rings" width="1" height="1" overflow="visible" aria-hidden="true">
        {purses.map((purse) => (
          <Ring key={purse.id} session={session} purse={purse} />
        ))}
      </svg>
      {purses.map((purse) => (
        <div key={purse.id} data-ring={purse.id}>
          <Label session={session} purse={purse} />
          <Handles session={session} purse={purse} />
        </div>
      ))}
    </div>
  )
}

/** A press on a label is none on the canvas below it. */
const stop = (event: PointerEvent) => event.stopPropagation()

/** Screen pixels: narrower rings have less on their label. */
const roomForAll = 440
const roomForSum = 220

/** From when its label says by its color that little is left: by then the rest of the rim lies below the label. */
const lowPart = 0.1
const isLow = (purse: PurseShape) => purse.state !== 'ended' && partLeft(purse) <= lowPart

function stateText(purse: PurseShape, room: 'all' | 'sum' | 'none'): string {
  if (purse.state === 'ended') return purseTexts.ended(purse)
  const left = room === 'all' ? purseTexts.left(purse) : purseTexts.shortLeft(purse)
  return purse.state === 'paused' ? `${purseTexts.paused}, ${left}` : left
}

function Label({ session, purse }: LayerProps & { purse: PurseShape }) {
  const { id, name, state } = purse
  const area = useShownArea(session, purse)
  const { x, y, width } = area
  const isSelected = useSelect(session.selection, ({ rings }) => rings.has(id))
  const { controller } = session
  const room = useZoomAtRest(controller, (zoom) => {
    const shownWidth = Math.min(width * zoom, controller.viewport().width)
    return shownWidth >= roomForAll ? 'all' : shownWidth >= roomForSum ? 'sum' : 'none'
  })
  const open = () => session.overlays.open({ kind: 'purse', purseId: purse.id })
  const radius = radiusOf(area)
  const place: CSSProperties = {
    left: x + (room === 'none' ? 0 : radius),
    top: y,
    // It ends before the next corner, and is no wider than the window.
    ...(room !== 'none' && { maxWidth: `min(${width - 1.5 * radius}px * var(--z), 100vw - 24px)` }),
  }
  return (
    <fieldset
      aria-label={purseTexts.label(name)}
      className="purse-label island"
      data-drag={isSelected ? 'touch' : ''}
      data-selected={isSelected || undefined}
      style={place}
      onPointerDown={stop}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        className="purse-name"
        aria-label={room === 'none' ? purseTexts.open(name, stateText(purse, 'all')) : undefined}
        aria-description={purseTexts.byKeys}
        onPointerDown={({ nativeEvent, currentTarget, shiftKey }) =>
          pressThing(session, nativeEvent, currentTarget, { id, kind: 'rings', ...(!shiftKey && { onTap: open }) })
        }
        // Its keys are those of the selection. A pointer selects by its press.
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible') && !isSelected) selectOnly(session, id, 'rings')
        }}
        // By key: a pointer is handled by its press.
        onClick={(event) => event.detail === 0 && open()}
      >
        <span className="purse-avatar">
          <Bot aria-hidden="true" />
        </span>
        {room !== 'none' && <b>{name}</b>}
        {room !== 'none' && (
          <span className={joinClasses('tabular-nums', isLow(purse) ? 'text-warning' : 'text-muted')}>
            {stateText(purse, room)}
            <span className="sr-only">: {purseTexts.show}</span>
          </span>
        )}
      </button>
      {room === 'all' && (
        <>
          <i className="purse-divider" />
          {state === 'open' && (
            <IconButton
              size="small"
              label={purseTexts.pause}
              onClick={() => void tryChange({ id: purse.id, state: 'paused' })}
            >
              <Pause />
            </IconButton>
          )}
          {state === 'paused' && (
            <IconButton
              size="small"
              label={purseTexts.goOn}
              onClick={() => void tryChange({ id: purse.id, state: 'open' })}
            >
              <Play />
            </IconButton>
          )}
          <IconButton size="small" label={purseTexts.undo} onClick={() => void undoAll(session, purse)}>
            <Undo2 />
          </IconButton>
        </>
      )}
      {room !== 'none' && <MoreMenu session={session} purse={purse} onOpen={open} />}
    </fieldset>
  )
}

const corners = [
  { x: 0, y: 0, cursor: 'nwse-resize' },
  { x: 1, y: 0, cursor: 'nesw-resize' },
  { x: 0, y: 1, cursor: 'nesw-resize' },
  { x: 1, y: 1, cursor: 'nwse-resize' },
] as const

/** The distance of the middle of a round corner from the corner of its square, by its radius. */
const roundedBy = 1 - Math.SQRT1_2

/** The corners of a selected ring, on its rim. By keyboard, Alt and the arrows do the same. */
function Handles({ session, purse }: LayerProps & { purse: PurseShape }) {
  const area = useShownArea(session, purse)
  const isSelected = useSelect(session.selection, (now) => soleSelected(now, 'rings') === purse.id)
  if (!isSelected) return null
  const inset = radiusOf(area) * roundedBy
  return corners.map(({ x, y, cursor }) => (
    <span
      key={cursor + x}
      className="canvas-corner purse-handle"
      data-drag="touch"
      data-corner={`${x}${y}`}
      aria-hidden="true"
      style={{
        left: area.x + (x === 1 ? area.width - inset : inset),
        top: area.y + (y === 1 ? area.height - inset : inset),
        cursor,
      }}
      onPointerDown={(event) => {
        event.stopPropagation()
        pressCorner(session, purse, event, { x, y })
      }}
    />
  ))
}

type MoreMenuProps = LayerProps & { purse: PurseShape; onOpen(): void }

function MoreMenu({ session, purse, onOpen }: MoreMenuProps) {
  const [isEnding, setEnding] = useState(false)
  const { id: purseId, state } = purse
  const items = [
    { text: purseTexts.steps, run: onOpen },
    { text: purseTexts.undo, run: () => void undoAll(session, purse) },
    { text: purseTexts.replay, run: () => session.overlays.open({ kind: 'timeline', purseId }) },
    ...(state === 'open'
      ? [{ text: purseTexts.pause, run: () => void tryChange({ id: purseId, state: 'paused' }) }]
      : []),
    ...(state === 'paused'
      ? [{ text: purseTexts.goOn, run: () => void tryChange({ id: purseId, state: 'open' }) }]
      : []),
    ...(state === 'ended' ? [] : [{ text: purseTexts.end, run: () => setEnding(true) }]),
    { text: purseTexts.remove, run: () => askToDelete(session, { rings: new Set([purseId]) }) },
  ]
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton size="small" label={purseTexts.more}>
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="start" sideOffset={8} collisionPadding={8} className="popover menu">
            {items.map(({ text, run }) => (
              <DropdownMenu.Item key={text} className="menu-item" onSelect={() => setTimeout(run)}>
                {text}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isEnding && <ConfirmEnding purse={purse} onClose={() => setEnding(false)} />}
    </>
  )
}

/** Asks before a purse is ended, for good. */
function ConfirmEnding({ purse: { id, name }, onClose }: { purse: PurseShape; onClose(): void }) {
  const { title, text, action } = purseTexts.confirmEnd
  return (
    <ConfirmDialog
      title={title(name)}
      text={text}
      confirmLabel={action}
      onConfirm={() => void tryChange({ id, state: 'ended' })}
      onClose={onClose}
    />
  )
}
