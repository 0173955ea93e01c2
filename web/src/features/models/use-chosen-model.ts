import { useQuery } from '@tanstack/react-query'
import type { ModelShape } from '#contract/model.ts'
import { modelsQuery } from '#web/data/queries.ts'
import { createStore } from '#web/data/store.ts'
import { useStore } from '#web/data/use-store.ts'

const storageKey = 'model'

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const chosenValue = createStore<string | null>(null)
chosenValue.set(readStored())

/** Chooses a model and remembers it. */
export function chooseModel(value: string): void {
  chosenValue.set(value)
  try {
    localStorage.setItem(storageKey, value)
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}

/** The model that Go will use: the chosen one where it is available, else the default. Null while loading or without any. */
export function useChosenModel(): ModelShape | null {
  const { data: models } = useQuery(modelsQuery)
  const value = useStore(chosenValue)
  const available = models?.filter((model) => model.isAvailable) ?? []
  return (
    available.find((model) => model.value === value) ??
    available.find((model) => model.isDefault) ??
    available[0] ??
    null
  )
}
