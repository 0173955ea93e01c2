import { type KeyboardEvent, useRef } from 'react'
import { type HistoryWalk, stepThroughHistory, withSentPrompt } from '#domain/prompt/prompt-history.ts'
import { onLateStorage, userStorage } from '#web/data/storage/current-storage.ts'

export type Direction = 'older' | 'newer'

type PromptHistory = {
  /** Shows the prompt that was sent before the shown one, or after it. */
  step(direction: Direction): void
  /** Alt+Up shows the older one, Alt+Down the newer. Returns whether the key was one of them. */
  stepByKey(event: KeyboardEvent): boolean
  /** Ends the stepping: the shown text becomes the draft. */
  endWalk(): void
}

/** Steps through sent prompts, in place of the draft. */
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

const storageKey = 'sent-prompts'

/** The prompts that this user has sent from this browser, newest first. */
const sentPrompts = () => parsePrompts(userStorage.read(storageKey))

function parsePrompts(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((prompt) => typeof prompt === 'string') : []
}

/** Stores a prompt that was sent. */
export const rememberSentPrompt = (prompt: string): void =>
  userStorage.write(storageKey, withSentPrompt(sentPrompts(), prompt))

onLateStorage(({ all }) => {
  const earlier = parsePrompts(all.read(storageKey))
  if (earlier.length > 0) userStorage.write(storageKey, sentPrompts().reduceRight(withSentPrompt, earlier))
})
