import type { ModelShape } from '#contract/model.ts'

type Wanted = { readonly chosen: string | null; readonly parent: string | null }

/** The model that a panel will use: the one chosen in it, else the parent's, else the default; each only where it is available. */
export function composeModel(models: readonly ModelShape[], { chosen, parent }: Wanted): ModelShape | null {
  const available = models.filter((model) => model.isAvailable)
  return (
    available.find((model) => model.name === chosen) ??
    available.find((model) => model.name === parent) ??
    available.find((model) => model.isDefault) ??
    available[0] ??
    null
  )
}
