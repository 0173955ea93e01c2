import { type KeyboardEvent, useRef } from 'react'
import { type HistoryWalk, stepThroughHistory } from '#domain/prompt/prompt-history.ts'
import { sentPrompts } from './sent-prompts.ts'

type PromptHistory = {
  /** Alt+Up shows the prompt sent before, Alt+Down the one after it. Answers whether the key was one of them. */
  walkByKey(event: KeyboardEvent): boolean
  /** Ends the walk: what stands there now is being written. */
  endWalk(): void
}

/** Walks through the prompts that were sent, in the place of what is written. */
export function usePromptHistory(shown: string, onShow: (prompt: string) => void): PromptHistory {
  const walk = useRef<HistoryWalk | null>(null)
  return {
    walkByKey(event) {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return false
      event.preventDefault()
      const direction = event.key === 'ArrowUp' ? 'older' : 'newer'
      const step = stepThroughHistory(sentPrompts(), walk.current, { direction, shown })
      if (step) {
        walk.current = step.walk
        onShow(step.prompt)
      }
      return true
    },
    endWalk() {
      walk.current = null
    },
  }
}
