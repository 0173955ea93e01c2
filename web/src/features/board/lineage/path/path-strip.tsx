import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { reducedMotionQuery, useMediaQuery } from '#web/ui/use-media-query.ts'
import type { BoardView } from '../../board-view.ts'
import type { LineagePart } from '../lineage-state.ts'
import { useLayerKeys } from '../use-layer-keys.ts'
import { followStep } from './follow-step.ts'
import { PathExport } from './path-export.tsx'
import { PathStep } from './path-step.tsx'
import { pathTexts } from './path-texts.ts'
import { usePath } from './use-path.ts'

type PathStripProps = { view: BoardView; path: Extract<LineagePart, { kind: 'path' }> }

/** How long a step stays while the path plays, in milliseconds. */
const stepMs = 1_600

/** A filmstrip of the way from the root to an image. Arrows walk it, and the canvas follows. */
export function PathStrip({ view, path }: PathStripProps) {
  const steps = usePath(view, path.cardId, path.imageId)
  const [place, setPlace] = useState(steps.length - 1)
  const [isPlaying, setPlaying] = useState(false)
  const isStill = useMediaQuery(reducedMotionQuery)
  const node = useRef<HTMLElement>(null)
  const last = steps.length - 1
  const current = Math.min(Math.max(0, place), last)
  const cardId = steps[current]?.cardId

  const close = () => view.lineage.part.set(null)
  const go = (wanted: number) => {
    setPlaying(false)
    setPlace(Math.min(Math.max(0, wanted), last))
  }
  const togglePlay = () => {
    if (isStill) return
    if (!isPlaying && current === last) setPlace(0)
    setPlaying(!isPlaying)
  }
  useLayerKeys((event) => {
    if (event.key === 'ArrowLeft') go(current - 1)
    else if (event.key === 'ArrowRight') go(current + 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(last)
    else if (event.key === 'Escape') close()
    else return false
    return true
  })
  useEffect(() => {
    if (!isPlaying) return
    if (current === last) return setPlaying(false)
    const timer = setTimeout(() => setPlace(current + 1), stepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, current, last])
  useLayoutEffect(() => {
    if (cardId !== undefined && node.current) followStep(view, cardId, node.current.offsetHeight)
  }, [view, cardId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current step is found by its attribute
  useEffect(() => {
    const step = node.current?.querySelector<HTMLElement>('[aria-current]')
    step?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: isStill ? 'instant' : 'smooth' })
    // Whoever is somewhere in the strip goes along; a hand on the canvas keeps it.
    if (node.current?.contains(document.activeElement) || document.activeElement === document.body)
      step?.focus({ preventScroll: true })
  }, [current, isStill])
  const isGone = last < 0
  useEffect(() => {
    if (isGone) view.lineage.part.set(null)
  }, [view, isGone])

  return (
    <section ref={node} role="dialog" aria-label={pathTexts.title} className="path-strip popover">
      <header>
        <h2 className="font-semibold text-13">{pathTexts.title}</h2>
        <span className="text-12 text-muted tabular-nums">{pathTexts.count(current + 1, steps.length)}</span>
        <div className="ml-auto flex items-center gap-1">
          <IconButton size="small" label={pathTexts.previous} keys="←" onClick={() => go(current - 1)}>
            <ChevronLeft />
          </IconButton>
          {!isStill && (
            <IconButton size="small" label={isPlaying ? pathTexts.pause : pathTexts.play} onClick={togglePlay}>
              {isPlaying ? <Pause /> : <Play />}
            </IconButton>
          )}
          <IconButton size="small" label={pathTexts.next} keys="→" onClick={() => go(current + 1)}>
            <ChevronRight />
          </IconButton>
          <PathExport steps={steps} imageId={path.imageId} />
          <IconButton size="small" label={pathTexts.close} keys="Esc" onClick={close}>
            <X />
          </IconButton>
        </div>
      </header>
      <ol className="path-steps" aria-label={pathTexts.steps}>
        {steps.map((step, at) => (
          <PathStep
            key={step.cardId}
            step={step}
            place={at + 1}
            count={steps.length}
            isCurrent={at === current}
            onShow={() => go(at)}
          />
        ))}
      </ol>
    </section>
  )
}
