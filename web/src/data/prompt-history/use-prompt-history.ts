import { type KeyboardEvent, useRef } from 'react'
import { type HistoryWalk, stepThroughHistory } from '#domain/prompt/prompt-history.ts'
import { sentPrompts } from './sent-prompts.ts'

export type Direction = 'older' | 'newer'

type PromptHistory = {
  /** Shows the prompt that was sent before the shown one, or after it. */
  step(direction: Direction): void
  /** Alt+Up shows the older one, Alt+Down the newer. Answers whether the key was one of them. */
  stepByKey(event: KeyboardEvent): boolean
  /** Ends the walk: what stands there now is being written. */
  endWalk(): void
}

/** Walks through the prompts that were sent, in the place of what is written. */
export function usePromptHistory(shown: string, onShow: (prompt: string) => void): PromptHistory {
  const walk = useRef<HistoryWalk | null>(null)

  const step = (direction: Direction) => {
    const next = stepThroughHistory(sentPrompts(), walk.current, { direction, shown })
    if (!next) return
    walk.current = next.walk
    onShow(next.prompt)
  }

  return {
    step,
    stepByKey(event) {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return false
      event.preventDefault()
      step(event.key === 'ArrowUp' ? 'older' : 'newer')
      return true
    },
    endWalk() {
      walk.current = null
    },
  }
}
