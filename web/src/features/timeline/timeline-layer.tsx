import { useQuery } from '@tanstack/react-query'
import { Pause, Play, X } from 'lucide-react'
import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PurseShape } from '#contract/programs/purse.ts'
import { formatTime } from '#domain/format.ts'
import { shownModel } from '#domain/generation/origin.ts'
import type { HistoryEntry } from '#domain/history/replay.ts'
import { cardForm, farPictureRects, pictureSize } from '#domain/layout/picture-box.ts'
import { facePlace } from '#domain/lineage/judged-image.ts'
import { createCameraController } from '#web/canvas/camera-controller.ts'
import { type CanvasEngine, createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { formStyle, tileStyle } from '#web/canvas/card-form.ts'
import { ConnectorLines } from '#web/canvas/connector-lines.tsx'
import { editBoard } from '#web/data/board/edit-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { type Past, readPast } from '#web/data/projects.ts'
import { useStore } from '#web/data/store.ts'
import { boardPainting } from '#web/features/board/board-scene.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { boardTexts } from '#web/features/board/texts.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { PurseTimeBar } from './purse-time-bar.tsx'
import { createReplayScene, type ReplayScene } from './replay-scene.ts'
import { timelineTexts } from './texts.ts'
import './timeline.css'

/** The canvas at any time of its history, over the canvas of today, which is unchanged below. */
export function TimelineLayer({ session }: { session: BoardSession }) {
  const { board } = session
  const close = () => session.overlays.close('timeline')
  const { data, isError, refetch } = useQuery({
    queryKey: ['past', board.projectId],
    queryFn: () => readPast(board.projectId),
    staleTime: 0,
    gcTime: 0,
  })
  const node = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  useKeys('panel', [['Escape', close]], { within: node })
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the slider has come
  useEffect(() => {
    const first = node.current?.querySelector<HTMLElement>('[data-first-focus]') ?? node.current
    first?.focus({ preventScroll: true })
  }, [isThere])
  return (
    <div
      ref={node}
      role="dialog"
      aria-modal="true"
      aria-label={timelineTexts.title}
      tabIndex={-1}
      className="time-layer"
    >
      {data && <OpenPast session={session} read={data} onClose={close} />}
      {!data && !isError && <PageSpinner label={timelineTexts.loading} />}
      {!data && isError && <LoadFailed {...timelineTexts.failed} onTryAgain={() => void refetch()} />}
    </div>
  )
}

function OpenPast({ session, read, onClose }: { session: BoardSession; read: Past; onClose(): void }) {
  const [{ past, controller, engine }] = useState(() => {
    const made = createReplayScene(session.board, read)
    const camera = createCameraController(session.controller.get())
    return {
      past: made,
      controller: camera,
      engine: createCanvasEngine({ scene: made.scene, controller: camera, painting: boardPainting }),
    }
  })
  const moment = useMoment(past)
  const opened = useOverlay(session, 'timeline')
  const purses = useStore(session.board.purses)
  const [purseId, setPurseId] = useState(opened?.purseId ?? null)
  const filter = purses.length > 0 && <PurseFilter purses={purses} purseId={purseId} onChange={setPurseId} />
  const bring = (ids: readonly string[]) => {
    bringBack(session, past, ids)
    session.controller.set(controller.get())
    onClose()
  }
  return (
    <>
      <CanvasViewport controller={controller} engine={engine} label={timelineTexts.canvas} onBackgroundTap={() => {}}>
        <SnapshotCards engine={engine} past={past} onBringBack={(id) => bring([id])} />
      </CanvasViewport>
      {purseId === null ? (
        <TimelineBar past={past} moment={moment} filter={filter} onBringBack={bring} onClose={onClose} />
      ) : (
        <PurseTimeBar
          key={purseId}
          past={past}
          purseId={purseId}
          filter={filter}
          goTo={moment.show}
          onClose={onClose}
        />
      )}
    </>
  )
}

/** Restores deleted cards, each with the branch that was deleted with it, as one step that can be undone. */
function bringBack({ board }: BoardSession, past: ReplayScene, ids: readonly string[]): void {
  const wanted = new Set(ids)
  // A branch is restored by its top.
  const tops = ids.filter((id) => !wanted.has(past.generation(id)?.parentGenerationId ?? ''))
  const step = boardTexts.restoredStep(ids.length)
  editBoard(
    board,
    tops.map((generationId) => ({ kind: 'restore' as const, generationId })),
    step,
  )
  announce(step)
}

/** The step, and the program that made it. */
function happenedText(past: ReplayScene, { kind, cardId }: HistoryEntry): string {
  const maker = kind === 'made' ? (past.generation(cardId)?.madeBy ?? null) : null
  return maker ? timelineTexts.madeBy(maker.name) : timelineTexts.happened[kind]
}

/** The time of the snapshot, and its latest entry. */
function momentText(past: ReplayScene, count: number): string {
  const { entries } = past.replay
  const entry = entries[count - 1]
  if (!entry) return timelineTexts.beginning
  return count === entries.length ? timelineTexts.today : `${formatTime(entry.at)}: ${happenedText(past, entry)}`
}

type TimeBarProps = {
  past: ReplayScene
  moment: ReturnType<typeof useMoment>
  /** Chooses what is shown, in front of the slider. */
  filter?: ReactNode
  onBringBack(ids: readonly string[]): void
  onClose(): void
}

/** The slider from the first card to today, and the actions on the shown snapshot. */
function TimelineBar({ past, moment, filter, onBringBack, onClose }: TimeBarProps) {
  const { count, last, isPlaying } = moment
  const text = momentText(past, count)
  const deleted = past.deletedSince()
  return (
    <section className="time-bar island" aria-label={timelineTexts.title}>
      <div className="time-line">
        <IconButton label={isPlaying ? timelineTexts.pause : timelineTexts.play} onClick={moment.toggle}>
          {isPlaying ? <Pause /> : <Play />}
        </IconButton>
        {filter}
        <input
          type="range"
          className="time-slider"
          aria-label={timelineTexts.slider}
          aria-valuetext={timelineTexts.value(text, past.scene.cards.size)}
          data-first-focus
          style={{ '--part': last === 0 ? 1 : count / last } as CSSProperties}
          min={0}
          max={last}
          value={count}
          onChange={(event) => moment.goTo(event.target.valueAsNumber)}
        />
        <IconButton label={timelineTexts.close} keys="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="time-facts">
        <p className="min-w-0 truncate tabular-nums">{text}</p>
        <p className="text-muted tabular-nums">{timelineTexts.cards(past.scene.cards.size)}</p>
        {deleted.length > 0 && (
          <>
            <p className="ml-auto text-muted tabular-nums">{timelineTexts.deletedSince(deleted.length)}</p>
            <Button kind="line" size="small" onClick={() => onBringBack(deleted)}>
              {deleted.length === 1 ? timelineTexts.bringBack : timelineTexts.bringAllBack}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

type PurseFilterProps = {
  purses: readonly PurseShape[]
  purseId: string | null
  onChange(purseId: string | null): void
}

/** Everything that has happened, or what was done in one purse. */
function PurseFilter({ purses, purseId, onChange }: PurseFilterProps) {
  return (
    <select
      className="time-filter"
      aria-label={timelineTexts.filter}
      value={purseId ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">{timelineTexts.everything}</option>
      {purses.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The whole history of a canvas is played in this time, whatever its length. */
const playMs = 12_000

/** The shown snapshot of the replay, and the functions that change it. */
function useMoment(past: ReplayScene) {
  const last = past.replay.entries.length
  const [count, setCount] = useState(last)
  const [isPlaying, setPlaying] = useState(false)
  const wanted = useRef(last)
  const frame = useRef(0)

  /** Throttled: the canvas changes once a frame. */
  const goTo = useCallback(
    (next: number) => {
      wanted.current = next
      frame.current ||= requestAnimationFrame(() => {
        frame.current = 0
        past.goTo(wanted.current)
        setCount(past.replay.shown)
      })
    },
    [past],
  )
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  useEffect(() => {
    if (!isPlaying) return
    const from = past.replay.shown === last ? 0 : past.replay.shown
    const startedAt = performance.now()
    let step = requestAnimationFrame(function advance(now) {
      const next = Math.min(last, Math.round(from + ((now - startedAt) / playMs) * last))
      past.goTo(next)
      setCount(next)
      if (next === last) return setPlaying(false)
      step = requestAnimationFrame(advance)
    })
    return () => cancelAnimationFrame(step)
  }, [isPlaying, past, last])

  return {
    count,
    last,
    isPlaying,
    goTo(next: number) {
      setPlaying(false)
      goTo(next)
    },
    /** The same for a caller that plays by itself. */
    show: goTo,
    toggle: () => setPlaying((playing) => !playing),
  }
}

type SnapshotCardsProps = { engine: CanvasEngine; past: ReplayScene; onBringBack(id: string): void }

/**
 * The cards of a snapshot that are near enough to be elements. They are read-only, and can be restored where they were
 * deleted.
 */
const SnapshotCards = memo(function SnapshotCards({ engine, past, onBringBack }: SnapshotCardsProps) {
  const cards = useSyncExternalStore(engine.cards.subscribe, engine.cards.get)
  const deleted = new Set(past.deletedSince())
  return (
    <>
      <ConnectorLines connectors={engine.connectors} className="connectors" />
      {cards.map(({ id, x: left, y: top, isCollapsed }) => (
        <article
          key={id}
          className="card"
          data-past={id}
          data-collapsed={isCollapsed || undefined}
          aria-label={past.generation(id)?.prompt}
          style={{
            ...formStyle(cardForm(past.generation(id)?.images ?? [])),
            transform: `translate(${left}px, ${top}px)`,
          }}
        >
          {!isCollapsed && <PastPictures past={past} id={id} />}
          <footer className="card-caption">
            <p className="card-prompt">{past.generation(id)?.prompt}</p>
            <span className="font-medium text-ink">{shownModel(past.generation(id)?.model ?? null)}</span>
            {deleted.has(id) && (
              <>
                <span>{timelineTexts.deletedCard}</span>
                <Button kind="line" size="small" className="ml-auto" onClick={() => onBringBack(id)}>
                  {timelineTexts.bringBack}
                </Button>
              </>
            )}
          </footer>
        </article>
      ))}
    </>
  )
})

function PastPictures({ past, id }: { past: ReplayScene; id: string }) {
  const images = past.generation(id)?.images ?? []
  const form = cardForm(images)
  const far = farPictureRects({ x: 0, y: 0, isCollapsed: false }, images, facePlace(images))
  return (
    <div className="card-pictures">
      {images.map((image, place) => (
        <div key={image.id} className="tile" style={tileStyle(pictureSize(image, form), far[place])}>
          <div
            className="tile-picture"
            style={{
              backgroundColor: image.averageColor ?? 'var(--raised)',
            }}
          >
            {image.status === 'completed' && (
              <img src={imageAddress(image.id, 256)} alt="" draggable={false} className="size-full" />
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
