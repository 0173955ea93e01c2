import { Pause, Play } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '#web/ui/browser-state.ts'
import { IconButton } from '#web/ui/button.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { Grove } from './grove.tsx'
import { landingTexts } from './texts.ts'

const liveGrove = lazyPart(async () => (await import('./live/live-grove.tsx')).LiveGrove)

/**
 * The headline, and behind it a tree of cards: a still picture at first, then the product's own canvas, moving slowly
 * until the user pauses it. With reduced motion it does not move until it is started.
 */
export function Hero({ children }: { children: ReactNode }) {
  const hero = useRef<HTMLElement>(null)
  const board = useRef<HTMLDivElement>(null)
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [choice, setChoice] = useState<'moving' | 'paused' | null>(null)
  const isMoving = choice === null ? !isReduced : choice === 'moving'
  const isIdle = useIdle()
  const isInView = useInView(hero)
  const [wasLive, setLive] = useState(false)
  if (isIdle && isMoving && !wasLive) setLive(true)

  return (
    <section
      ref={hero}
      className="hero-grove relative flex h-dvh max-h-[1000px] min-h-[720px] items-center max-md:h-auto max-md:max-h-none max-md:flex-col-reverse max-md:items-start"
    >
      <Grove
        boardRef={board}
        live={
          wasLive && (
            // The still picture stays where the canvas cannot be loaded.
            <LazySlot part={liveGrove} props={{ boardRef: board, isMoving: isMoving && isInView }} failed={null} />
          )
        }
      />
      <div className="relative w-full max-w-[600px] pl-10 max-md:px-8 max-md:pt-28 max-sm:px-5 max-sm:pt-24">
        {children}
      </div>
      <div className="island absolute right-6 bottom-6 p-0.5 max-sm:right-4 max-sm:bottom-4">
        <IconButton
          size="small"
          label={isMoving ? landingTexts.pause : landingTexts.play}
          onClick={() => setChoice(isMoving ? 'paused' : 'moving')}
        >
          {isMoving ? <Pause /> : <Play />}
        </IconButton>
      </div>
    </section>
  )
}

/** Long enough for a slow phone to finish everything else. */
const restMs = 4_000
/** Events of user activity. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Turns true at the first user activity, or some time after the page has loaded, when the browser is idle. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let idle = 0
    // Safari has no idle callbacks.
    const ask = () => {
      if ('requestIdleCallback' in window) idle = requestIdleCallback(() => setIdle(true))
      else setIdle(true)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer = setTimeout(ask, restMs)
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    for (const sign of signs) addEventListener(sign, ask, { once: true, passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, ask)
      removeEventListener('load', start)
      clearTimeout(timer)
      if (idle) cancelIdleCallback(idle)
    }
  }, [])
  return isIdle
}

/** Whether any part of an element is on the screen. */
function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isInView
}
