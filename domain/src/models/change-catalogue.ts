import { failure, type Result, success } from '../result.ts'
import type { Resolution } from './aspect-ratio.ts'
import { type ControlName, controlNames, type ModelControls } from './controls.ts'
import { formOf, type Model, type ModelAbility } from './model.ts'
import type { ProviderName } from './providers.ts'

/** An operator's changes to one entry of the catalogue, found by its `value`. Missing fields stay unchanged. */
export type CatalogueChange = {
  readonly name?: string | undefined
  readonly badge?: string | undefined
  readonly description?: string | undefined
  readonly features?: readonly string[] | undefined
  /** The usual seconds of a picture. */
  readonly seconds?: number | undefined
  /** The provider's own id of the model. */
  readonly apiModel?: string | undefined
  /** Hundredths of a credit. */
  readonly priceHundredths?: number | undefined
  /** Where the provider charges by size; replaces all prices by size. */
  readonly pricesByResolution?: Readonly<Partial<Record<Resolution, number>>> | undefined
  readonly resolutions?: readonly Resolution[] | undefined
  readonly does?: readonly ModelAbility[] | undefined
  /** Replaces all controls of the entry; null: it has none. */
  readonly controls?: ModelControls | null | undefined
  /** Replaces all parameters of the entry. */
  readonly parameters?: Model['parameters'] | undefined
  /** Why it is retired, as a sentence; null restores a retired one. */
  readonly retired?: string | null | undefined
  /** The value of the model that is offered in its place. */
  readonly successor?: string | undefined
  readonly formerly?: readonly string[] | undefined
  readonly hidden?: boolean | undefined
  /** For a model that this release does not have: the entry whose provider, requests and limits it takes over. */
  readonly like?: string | undefined
}

/** Everything that an operator says of the catalogue. */
export type CatalogueChanges = {
  /** Values in the order of the picker; models that are not among them follow in their own order. */
  readonly order: readonly string[]
  /** By the value of each model, known or new. */
  readonly models: ReadonlyMap<string, CatalogueChange>
}

/** Where the changes are wrong, by the names of fields, and why, as a sentence. */
export type CatalogueMistake = { readonly path: readonly string[]; readonly message: string }

/** The providers whose requests carry an entry's parameters. */
export const providersWithParameters: ReadonlySet<ProviderName> = new Set(['openai', 'replicate', 'ideogram', 'krea'])

/** The controls that the requests of a provider carry, and whether by a name that the entry gives. */
const sentControls: Readonly<Partial<Record<ProviderName, 'by-field' | readonly ControlName[]>>> = {
  replicate: 'by-field',
  krea: 'by-field',
  ideogram: 'by-field',
  openai: ['format'],
}

/** The control that would not be sent, and why; null where all are. */
function controlMistake(
  provider: ProviderName,
  controls: ModelControls,
): { readonly name: ControlName; readonly message: string } | null {
  const sent = sentControls[provider] ?? []
  for (const name of controlNames) {
    const control = controls[name]
    if (!control) continue
    if (sent === 'by-field' && !('field' in control && control.field !== undefined))
      return { name, message: "needs in 'field' how the provider names it" }
    if (sent !== 'by-field' && !sent.includes(name))
      return { name, message: 'is not read by the provider of this model' }
  }
  return null
}

const wrong = (path: readonly string[], message: string) => failure<CatalogueMistake>({ path, message })

/**
 * The catalogue with the operator's changes: changed, added, ordered. A new price is the price of every size, unless sizes are named
 * as well.
 * @param reserved Names and values of models outside of the catalogue, which no entry may have.
 */
export function changeCatalogue(
  catalogue: readonly Model[],
  { order, models: changes }: CatalogueChanges,
  reserved: readonly string[] = [],
): Result<readonly Model[], CatalogueMistake> {
  const released = new Map(catalogue.map((model) => [model.value, model]))
  const changed = catalogue.map((model) => {
    const change = changes.get(model.value)
    return change ? changedEntry(model, change) : model
  })
  const added: Model[] = []
  for (const [value, change] of changes) {
    if (released.has(value)) {
      if (change.like !== undefined) return wrong([value, 'like'], 'is for models that this release does not have')
      continue
    }
    const base = released.get(change.like ?? '')
    if (!base) return wrong([value, 'like'], 'must be the value of a model of this release')
    if (change.name === undefined)
      return wrong([value, 'name'], 'is needed for a model that this release does not have')
    added.push(addedEntry(value, base, change))
  }
  const all = [...changed, ...added]
  const mistake = mistakeIn(all, { changes, order, reserved })
  return mistake ? failure(mistake) : success(inOrder(all, order))
}

function changedEntry(model: Model, change: CatalogueChange): Model {
  const { retired: released, isHidden, controls: releasedControls, ...entry } = model
  const retired = change.retired === undefined ? (released ?? null) : change.retired
  const { pricesByResolution: releasedPrices, ...stats } = model.stats
  const pricesByResolution =
    change.pricesByResolution ?? (change.priceHundredths === undefined ? releasedPrices : undefined)
  const controls = change.controls === undefined ? releasedControls : change.controls
  const { successor = model.successor, formerly = model.formerly, parameters = model.parameters } = change
  return {
    ...entry,
    name: change.name ?? model.name,
    badge: change.badge ?? model.badge,
    description: change.description ?? model.description,
    features: change.features ?? model.features,
    does: change.does ?? model.does,
    resolutions: change.resolutions ?? model.resolutions,
    apiModel: change.apiModel ?? model.apiModel,
    stats: {
      ...stats,
      seconds: change.seconds ?? stats.seconds,
      priceHundredths: change.priceHundredths ?? stats.priceHundredths,
      ...(pricesByResolution && { pricesByResolution }),
    },
    ...(parameters && { parameters }),
    ...(controls && { controls }),
    ...(retired !== null && { retired }),
    ...(successor !== undefined && { successor }),
    ...(formerly && { formerly }),
    ...((change.hidden ?? isHidden) && { isHidden: true }),
  }
}

function addedEntry(value: string, base: Model, change: CatalogueChange): Model {
  const { retired: _retired, successor: _successor, formerly: _formerly, isHidden: _isHidden, ...entry } = base
  return changedEntry(
    {
      ...entry,
      value,
      form: formOf(base),
      badge: 'Added',
      description: `Added by the operator of this server. It is asked as ${base.name} is.`,
    },
    change,
  )
}

function mistakeIn(
  all: readonly Model[],
  {
    changes,
    order,
    reserved,
  }: { changes: CatalogueChanges['models']; order: readonly string[]; reserved: readonly string[] },
): CatalogueMistake | null {
  const owners = new Map<string, string>(reserved.map((name) => [name, '']))
  for (const { value, name, formerly = [] } of all)
    for (const handle of [value, name, ...formerly]) {
      const owner = owners.get(handle)
      if (owner !== undefined && owner !== value)
        return { path: [changes.has(value) ? value : owner], message: `'${handle}' is the name of two models` }
      owners.set(handle, value)
    }
  const values = new Set(all.map(({ value }) => value))
  for (const [place, value] of order.entries())
    if (!values.has(value)) return { path: ['order', String(place)], message: `there is no model '${value}'` }
  for (const [value, { successor, parameters, controls }] of changes) {
    if (successor !== undefined && (successor === value || !values.has(successor)))
      return { path: [value, 'successor'], message: 'must be the value of another model' }
    const provider = all.find((model) => model.value === value)?.provider
    if (parameters && provider && !providersWithParameters.has(provider))
      return { path: [value, 'parameters'], message: 'are not read by the provider of this model' }
    const notSent = controls && provider && controlMistake(provider, controls)
    if (notSent) return { path: [value, 'controls', notSent.name], message: notSent.message }
  }
  return null
}

function inOrder(models: readonly Model[], order: readonly string[]): readonly Model[] {
  const places = new Map(order.map((value, place) => [value, place]))
  return models.toSorted((a, b) => (places.get(a.value) ?? order.length) - (places.get(b.value) ?? order.length))
}
