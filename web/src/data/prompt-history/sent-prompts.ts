import { withSentPrompt } from '#domain/prompt/prompt-history.ts'
import { accountState } from '../account-state.ts'
import { browserStorage } from '../browser-storage.ts'

const storageKey = () => {
  const state = accountState.get()
  return state.status === 'signed-in' ? `sent-prompts ${state.user.id}` : null
}

/** The prompts that this person has sent from this browser, the newest first. */
export function sentPrompts(): readonly string[] {
  const key = storageKey()
  try {
    const stored: unknown = JSON.parse((key && browserStorage.read(key)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((prompt) => typeof prompt === 'string') : []
  } catch {
    return []
  }
}

/** Remembers a prompt that was sent. */
export function rememberSentPrompt(prompt: string): void {
  const key = storageKey()
  if (key) browserStorage.write(key, JSON.stringify(withSentPrompt(sentPrompts(), prompt)))
}
