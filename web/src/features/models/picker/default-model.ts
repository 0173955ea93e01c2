import { useEffect } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import { formatPrice } from '#domain/format.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { createUserStore } from '#web/data/storage/user-store.ts'
import { useStore } from '#web/data/store.ts'
import { showToast } from '#web/ui/toast.ts'

const parseValue = (stored: unknown) => (typeof stored === 'string' ? stored : null)

/** The model that is used where none is chosen; null before the models were first read. */
const keptDefault = createUserStore('default-model', parseValue, 'latest')
/** The model that was last offered in its place. */
const offered = createUserStore('offered-model', parseValue, 'latest')

/** The model that the user chose last on the image page. */
export const chosenModel = createUserStore('model', parseValue, 'latest')

type Listed = Pick<ModelShape, 'value' | 'isDefault'>

/**
 * The model that is used where none is chosen: the one that it was before, as long as it is available. A provider that was added has
 * models of another price.
 */
export const defaultOf = <Model extends Listed>(available: readonly Model[], kept: string | null): Model | null =>
  available.find(({ value }) => value === kept) ?? available.find(({ isDefault }) => isDefault) ?? available[0] ?? null

const texts = {
  added: (name: string) => `${name} added`,
  use: (hundredths: number) =>
    hundredths === 0 ? 'Use it? It is free.' : `Use it? ${formatPrice(hundredths)} credits a card.`,
  action: 'Use',
}

function offer(model: ModelShape): void {
  offered.set(model.value)
  showToast({
    kind: 'info',
    title: texts.added(model.connection?.name ?? model.name),
    description: texts.use(model.ownKey ? 0 : model.prices['1K'] * imagesPerGeneration),
    action: {
      label: texts.action,
      run() {
        keptDefault.set(model.value)
        chosenModel.set(model.value)
      },
    },
  })
}

/** The default among the models that are available; offers the catalogue's own once, where another one has been in use. */
export function useDefaultModel(available: readonly ModelShape[]): ModelShape | null {
  const kept = useStore(keptDefault)
  const model = defaultOf(available, kept)
  const catalogued = available.find(({ isDefault }) => isDefault) ?? null
  useEffect(() => {
    if (!model) return
    if (keptDefault.get() !== model.value) keptDefault.set(model.value)
    if (catalogued && catalogued.value !== model.value && offered.get() !== catalogued.value) offer(catalogued)
  }, [model, catalogued])
  return model
}
