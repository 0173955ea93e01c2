import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createCameraController } from '#web/canvas/camera-controller.ts'
import { createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { type Past, readPast } from '#web/data/past.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { boardPainting } from '../board-painting.ts'
import type { BoardView } from '../board-view.ts'
import { bringBack } from './bring-back.ts'
import { PastCards } from './past-cards.tsx'
import { createPastScene } from './past-scene.ts'
import { timeTexts } from './texts.ts'
import { TimeBar } from './time-bar.tsx'
import { useMoment } from './use-moment.ts'
import './time.css'

/** The canvas at any moment of its life, over the canvas of today, which waits as it is. */
export function TimeLayer({ view }: { view: BoardView }) {
  const { board } = view
  const close = () => view.lineage.part.set(null)
  const { data, isError, refetch } = useQuery({
    queryKey: ['past', board.projectId],
    queryFn: () => readPast(board.projectId),
    staleTime: 0,
    gcTime: 0,
  })
  const node = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
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
      aria-label={timeTexts.title}
      tabIndex={-1}
      className="time-layer"
      onKeyDown={(event) => {
        // The shortcuts of today's canvas are not for this one.
        event.stopPropagation()
        if (event.key === 'Escape') close()
      }}
    >
      {data && <OpenPast view={view} read={data} onClose={close} />}
      {!data && !isError && <PageSpinner label={timeTexts.loading} />}
      {!data && isError && <LoadFailed {...timeTexts.failed} onTryAgain={() => void refetch()} />}
    </div>
  )
}

function OpenPast({ view, read, onClose }: { view: BoardView; read: Past; onClose(): void }) {
  const [{ past, controller, engine }] = useState(() => {
    const made = createPastScene(view.board, read)
    const camera = createCameraController(view.controller.get())
    return {
      past: made,
      controller: camera,
      engine: createCanvasEngine({ scene: made.scene, controller: camera, painting: boardPainting }),
    }
  })
  const moment = useMoment(past)
  const bring = (ids: readonly string[]) => {
    bringBack(view, past, ids)
    view.controller.set(controller.get())
    onClose()
  }
  return (
    <>
      <CanvasViewport controller={controller} engine={engine} label={timeTexts.canvas} onGroundPress={() => {}}>
        <PastCards engine={engine} past={past} onBringBack={(id) => bring([id])} />
      </CanvasViewport>
      <TimeBar past={past} moment={moment} onBringBack={bring} onClose={onClose} />
    </>
  )
}
