import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import type { SeriesShape } from '#contract/cards/series.ts'
import type { EventData } from '#contract/events.ts'
import type { ModelLimitsShape } from '#contract/models/model.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { limitsOfHidden } from '#domain/models/model-limits.ts'
import { failure, type Result } from '#domain/result.ts'
import { hiddenName, isOpenRace, raceAliases } from '#domain/series/hidden-models.ts'
import type { Querier } from '../db/database.ts'
import type { Refusal } from '../db/refusal.ts'
import type { SentEvent } from '../events/followers.ts'
import { ownKeysOf } from '../models/model-key-rows.ts'
import { modelLimits } from '../models/model-limits.ts'
import type { Money } from '../models/money.ts'
import type { ModelRegistry } from '../providers/registry.ts'
import { type HiddenCard, type HiddenCards, readHiddenCards } from './hidden-cards.ts'

/** The placeholder of a provider's text, which may name the model or its maker. */
const hiddenWords = 'What the provider says of it is shown with the model’s name.'
/** The placeholder of a refusal that may name the model or its price. */
const hiddenReason = 'The reason is shown when the race that hides the model has a winner.'
export const hiddenCap = 'The branch has a cap, and this would cost more than is left of it.'

export type HidingDeps = { readonly db: Querier; readonly registry: ModelRegistry; readonly money: Money }

/** Replaces hidden models by aliases in replies to a user. */
export type ModelHider = {
  readonly cards: HiddenCards
  generation(generation: GenerationShape): GenerationShape
  image<Image extends ImageTexts>(generationId: string, image: Image): Image
  series(series: SeriesShape): SeriesShape
  /** The limits of the model of a hidden card; undefined for any other card. */
  limits(generationId: string): ModelLimitsShape | undefined
}

type ImageTexts = {
  readonly warnings?: ImageShape['warnings'] | undefined
  readonly error?: ImageShape['error'] | undefined
}

type Step = SeriesShape['steps'][number]

/** Whether an image carries texts of its provider. */
export const hasTexts = ({ warnings = [], error }: ImageTexts): boolean => warnings.length > 0 || Boolean(error)

/** An image without the texts of its provider. */
export const withoutTexts = <Image extends ImageTexts>(image: Image): Image => ({
  ...image,
  ...(image.warnings && { warnings: image.warnings.slice(0, 1).map(() => hiddenWords) }),
  ...(image.error && { error: { ...image.error, message: hiddenWords } }),
})

/** Reads the hidden models and their aliases. @param projectId Of this project alone; null: of all. */
export async function readModelHider(
  { db, registry, money }: HidingDeps,
  whose: { readonly userId: UserId; readonly projectId: string | null },
): Promise<ModelHider> {
  const cards = await readHiddenCards(db, whose)
  const own = cards.size === 0 ? new Set<never>() : await ownKeysOf(db, whose.userId)
  const byRace = new Map<string, ModelLimitsShape>()

  function limitsOf({ racing }: HiddenCard): ModelLimitsShape {
    const key = racing.join('\n')
    const models = racing.flatMap((value) => registry.find(value) ?? [])
    const known = byRace.get(key) ?? mutable(limitsOfHidden(models.map((model) => modelLimits(model, { money, own }))))
    byRace.set(key, known)
    return known
  }

  /** The hidden card of a step; while it has none, the one that it repeats, if it has that card's model. */
  const cardOfStep = ({ generationId, repeats, model }: Step): HiddenCard | undefined => {
    const known = generationId === null ? undefined : cards.get(generationId)
    const repeated = repeats === null ? undefined : cards.get(repeats)
    return (
      known ?? (repeated && (registry.find(repeated.model)?.name ?? repeated.model) === model ? repeated : undefined)
    )
  }

  const image = <Image extends ImageTexts>(generationId: string, shown: Image): Image =>
    cards.has(generationId) ? withoutTexts(shown) : shown

  return {
    cards,
    image,
    generation(generation) {
      const hidden = cards.get(generation.id)
      if (!hidden) return generation
      const images = generation.images.map(withoutTexts)
      const executor = generation.edit ? hidden.alias : null
      // The choices distinguish models.
      const { controls: _controls, ...settings } = generation.settings
      // So do the tool, the strength, and the part that is given to a model of some size.
      const editRecord = generation.editRecord && {
        ...generation.editRecord,
        cropBox: null,
        strength: null,
        tool: null,
      }
      const known = { model: hidden.alias, executor, editRecord, settings }
      return { ...generation, ...known, hiddenModel: limitsOf(hidden), price: 0, images }
    },
    series(series) {
      const aliases = isOpenRace(series) ? raceAliases(series.steps.map(({ model }) => model)) : null
      const aliasOf = (step: Step) => cardOfStep(step)?.alias ?? (aliases && hiddenName(aliases.get(step.model) ?? ''))
      const steps = series.steps.map((step) => {
        const model = aliasOf(step)
        return model === null ? step : { ...step, model, price: 0, message: step.message && hiddenReason }
      })
      return { ...series, steps }
    },
    limits(generationId) {
      const hidden = cards.get(generationId)
      return hidden && limitsOf(hidden)
    },
  }
}

/** Of a project without a race that hides names. */
export const nothingHidden: ModelHider = {
  cards: new Map(),
  generation: (generation) => generation,
  image: (_generationId, image) => image,
  series: (series) => series,
  limits: () => undefined,
}

const mutable = ({
  aspectRatios,
  resolutions,
  controls: _none,
  ...limits
}: ReturnType<typeof limitsOfHidden>): ModelLimitsShape => ({
  ...limits,
  aspectRatios: [...aspectRatios],
  resolutions: [...resolutions],
})

/** Whether an event may reveal a model. */
const mayNameModel = ({ name, data }: SentEvent) =>
  name === 'generation-created' ||
  name === 'series-changed' ||
  (name === 'image-changed' && hasTexts(data as ImageTexts))

/** Stored events of a user as they may be sent now, whatever was known when they were stored. */
export async function hideModelsInEvents(
  deps: HidingDeps,
  userId: UserId,
  events: readonly SentEvent[],
): Promise<readonly SentEvent[]> {
  if (!events.some(mayNameModel)) return events
  const hider = await readModelHider(deps, { userId, projectId: null })
  return events.map((event) => {
    if (event.name === 'generation-created') {
      // Events that an earlier release stored lack the fields.
      const later = { hiddenModel: null, madeBy: null, origin: 'made', edit: null, executor: null, editRecord: null }
      const data = { ...later, ...event.data } as EventData<'generation-created'>
      return { ...event, data: hider.generation(data) }
    }
    if (event.name === 'image-changed') {
      const data = event.data as EventData<'image-changed'>
      return { ...event, data: hider.image(data.generationId, data) }
    }
    if (event.name !== 'series-changed') return event
    const { seriesId, ...data } = event.data as EventData<'series-changed'>
    const { id, ...series } = hider.series({ ...data, id: seriesId })
    return { ...event, data: { ...series, seriesId: id } }
  })
}

/**
 * The sentence about a refused request for a hidden model; `as-is` for refusals that know neither a model nor a price. By code, so that
 * a new one is decided here.
 */
const hiddenRefusals: Readonly<Record<ErrorCode, string>> = {
  'out-of-credits': 'There are not enough credits for it.',
  'token-budget': 'This would cost more than is left of the budget of its token.',
  'purse-empty': 'This would cost more than is left in the purse.',
  'branch-cap': hiddenCap,
  conflict: hiddenReason,
  impossible: hiddenReason,
  unavailable: hiddenReason,
  invalid: 'as-is',
  unauthenticated: 'as-is',
  'plan-limit': 'as-is',
  'bad-origin': 'as-is',
  forbidden: 'as-is',
  'not-found': 'as-is',
  'too-large': 'as-is',
  'unsupported-media': 'as-is',
  'rate-limited': 'as-is',
  late: 'as-is',
  'half-sent': 'as-is',
  'other-account': 'as-is',
}

/** A refusal without the names and prices of hidden models, in its sentence and its details. */
export function withoutModel<Value>(result: Result<Value, Refusal>): Result<Value, Refusal> {
  if (result.ok) return result
  const { code } = result.error
  const message = hiddenRefusals[code]
  return message === 'as-is' ? result : failure({ code, message })
}
