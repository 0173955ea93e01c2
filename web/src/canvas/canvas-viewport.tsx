import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { CameraController } from './camera-controller.ts'
import { dotGridMargin } from './dot-grid.ts'
import { startGestures } from './start-gestures.ts'
import { startPainting } from './start-painting.ts'
import './canvas.css'

type CanvasViewportProps = {
  controller: CameraController
  label: string
  onGroundPress(): void
  /** What has a place on the board. */
  children: ReactNode
}

/** The pannable, zoomable surface. Moving it writes transforms; React renders nothing. */
export function CanvasViewport({ controller, label, onGroundPress, children }: CanvasViewportProps) {
  const root = useRef<HTMLElement>(null)
  const world = useRef<HTMLDivElement>(null)
  const dots = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!root.current || !world.current || !dots.current) return
    const { width, height } = root.current.getBoundingClientRect()
    controller.setViewport({ width, height })
    return startPainting(controller, { root: root.current, world: world.current, dots: dots.current })
  }, [controller])

  useEffect(() => {
    const node = root.current
    if (!node) return
    const watch = new ResizeObserver(() =>
      controller.setViewport({ width: node.clientWidth, height: node.clientHeight }),
    )
    watch.observe(node)
    const stopGestures = startGestures(node, controller)
    return () => {
      watch.disconnect()
      stopGestures()
    }
  }, [controller])

  return (
    <section
      ref={root}
      className="canvas"
      aria-label={label}
      onPointerDown={(event) => {
        if (event.target instanceof Element && !event.target.closest('[data-drag]')) onGroundPress()
      }}
    >
      <div ref={dots} className="canvas-dots" style={{ inset: -dotGridMargin }} />
      <div ref={world} className="canvas-world">
        {children}
      </div>
    </section>
  )
}
