import { useCallback, useEffect, useRef, useState } from 'react'
import type { PastScene } from './past-scene.ts'

/** The whole life of a canvas is played in this time, however long it was. */
const playMs = 12_000

/** The moment of a past that is shown, and what changes it. */
export function useMoment(past: PastScene) {
  const last = past.replay.entries.length
  const [count, setCount] = useState(last)
  const [isPlaying, setPlaying] = useState(false)
  const wanted = useRef(last)
  const frame = useRef(0)

  /** However often it is asked for, the canvas changes once a frame. */
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
    toggle: () => setPlaying((playing) => !playing),
  }
}
