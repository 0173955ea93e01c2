import { Pause, Play } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { Grove } from './grove.tsx'
import { landingTexts } from './texts.ts'
import { useIdle } from './use-idle.ts'
import { useInView } from './use-in-view.ts'

const liveGrove = lazyPart(async () => (await import('./live/live-grove.tsx')).LiveGrove)

/**
 * The headline, and behind it a tree of cards: a still picture at first, then the product's own canvas, moving slowly until
 * somebody pauses it. For people who asked for less motion it stands still until they start it.
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
            // The still picture stays where it can't be loaded.
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
