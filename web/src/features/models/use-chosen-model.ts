import { useQuery } from '@tanstack/react-query'
import type { ModelShape } from '#contract/model.ts'
import { browserStorage } from '#web/data/browser-storage.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { createStore, useStore } from '#web/data/store.ts'

const storageKey = 'espalier.model'

const chosenValue = createStore<string | null>(browserStorage.read(storageKey))

/** Chooses a model and stores the choice. */
export function chooseModel(value: string): void {
  chosenValue.set(value)
  browserStorage.write(storageKey, value)
}

/**
 * The model that Go will use: the chosen one where it is available, else the default. Null while loading or without
 * any.
 */
export function useChosenModel(): ModelShape | null {
  const { data: models } = useQuery(modelsQuery)
  const value = useStore(chosenValue)
  const usable = models?.filter(({ isAvailable }) => isAvailable) ?? []
  const wanted = usable.filter(({ isShown }) => isShown)
  // With all of them switched off, Go still needs one.
  const available = wanted.length > 0 ? wanted : usable
  return (
    available.find((model) => model.value === value) ??
    available.find((model) => model.isDefault) ??
    available[0] ??
    null
  )
}
