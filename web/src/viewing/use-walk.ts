import { useEffect, useRef, useState } from 'react'
import type { KeyHandlers } from '#web/ui/keyboard.ts'
import { reducedMotionQuery, useMediaQuery } from '#web/ui/use-media-query.ts'

/** How long a step stays while the path plays, in milliseconds. */
const stepMs = 1_600

type WalkInput = {
  /** How many steps there are, and the place of the one that is shown. */
  readonly count: number
  readonly current: number
  onStep(place: number): void
}

/** A walk along a path: step by step, by keys, or by itself. */
export type Walk = ReturnType<typeof useWalk>

/** Walks a path. With reduced motion it does not play. */
export function useWalk({ count, current, onStep }: WalkInput) {
  const [isPlaying, setPlaying] = useState(false)
  const isStill = useMediaQuery(reducedMotionQuery)
  const latest = useRef(onStep)
  latest.current = onStep
  const last = count - 1

  useEffect(() => {
    if (!isPlaying) return
    if (current >= last) return setPlaying(false)
    const timer = setTimeout(() => latest.current(current + 1), stepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, current, last])

  const go = (place: number) => {
    setPlaying(false)
    onStep(Math.min(Math.max(0, place), last))
  }
  return {
    current,
    isPlaying,
    canPlay: !isStill,
    go,
    togglePlay() {
      if (!isPlaying && current >= last) onStep(0)
      setPlaying(!isPlaying)
    },
    /** What each key leads to. */
    keys: [
      ['ArrowLeft', () => go(current - 1)],
      ['ArrowRight', () => go(current + 1)],
      ['Home', () => go(0)],
      ['End', () => go(last)],
    ] satisfies KeyHandlers,
  }
}
