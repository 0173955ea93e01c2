import { useEffect, useRef, useState } from 'react'
import { reducedMotionQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import type { KeyHandlers } from '#web/ui/keyboard.ts'

/** How long a step is shown while the path plays, in milliseconds. */
const stepMs = 1_600

type WalkInput = {
  /** The number of steps, and the index of the shown one. */
  readonly count: number
  readonly current: number
  onStep(place: number): void
}

/** The position on a path: changed step by step, by keys, or by playing. */
export type Walk = ReturnType<typeof useWalk>

/** Steps along a path. With reduced motion it does not play. */
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
    /** The step that each key leads to. */
    keys: [
      ['ArrowLeft', () => go(current - 1)],
      ['ArrowRight', () => go(current + 1)],
      ['Home', () => go(0)],
      ['End', () => go(last)],
    ] satisfies KeyHandlers,
  }
}
