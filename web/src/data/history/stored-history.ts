import { tabStorage } from '../browser-storage.ts'
import { createStore, type Store } from '../store.ts'
import { emptyHistory, type History } from './history.ts'

const keyOf = (projectId: string) => `espalier.history.${projectId}`
/** In characters; a browser keeps about five million for a site. */
const longestText = 1_000_000

const read = (projectId: string) => (tabStorage.readJson(keyOf(projectId)) as History | null) ?? emptyHistory

function write(projectId: string, history: History): void {
  const text = JSON.stringify(history)
  const isTooLong = text.length > longestText && history.past.length > 1
  if (isTooLong) write(projectId, { ...history, past: history.past.slice(Math.ceil(history.past.length / 2)) })
  else tabStorage.write(keyOf(projectId), text)
}

const histories = new Map<string, Store<History>>()

/** The history of a project in this tab: another tab has its own, a reload keeps it. */
export function historyOf(projectId: string): Store<History> {
  const known = histories.get(projectId)
  if (known) return known
  const store = createStore(read(projectId))
  store.subscribe(() => write(projectId, store.get()))
  histories.set(projectId, store)
  return store
}

/** Forgets what was done: somebody else may sit here next. */
export function forgetHistories(): void {
  for (const projectId of histories.keys()) tabStorage.remove(keyOf(projectId))
  histories.clear()
}
