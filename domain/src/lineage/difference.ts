import type { ControlValues } from '../models/controls.ts'
import type { Recipe } from './recipe.ts'
import { type TextPiece, textDifference } from './text-difference.ts'

/** A value that changed. */
export type Change<Value> = { readonly before: Value; readonly after: Value }

/** A list of ids that changed: the removed ones, the added ones, and the whole lists for their order. */
export type ListChange = Change<readonly string[]> & {
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** The differences of two generations. A missing field is the same in both. */
export type Difference = {
  readonly edit?: Change<Recipe['edit']>
  /** The prompts piece by piece. */
  readonly prompt?: readonly TextPiece[]
  readonly model?: Change<Recipe['model']>
  readonly style?: Change<Recipe['settings']['style']>
  readonly imagePrompts?: ListChange
  readonly styleReferences?: ListChange
  readonly aspectRatio?: Change<Recipe['settings']['aspectRatio']>
  readonly resolution?: Change<Recipe['settings']['resolution']>
  readonly rawMode?: Change<boolean>
  readonly controls?: Change<ControlValues | undefined>
  readonly parentImageId?: Change<string | null>
  readonly seed?: Change<number>
}

/** The fields, the most significant first: the drawn seed, which nearly always differs, comes last. */
export const differenceKinds = [
  'edit',
  'prompt',
  'model',
  'style',
  'imagePrompts',
  'styleReferences',
  'aspectRatio',
  'resolution',
  'rawMode',
  'controls',
  'parentImageId',
  'seed',
] as const satisfies readonly (keyof Difference)[]
export type DifferenceKind = (typeof differenceKinds)[number]

const change = <Value>(before: Value, after: Value): Change<Value> | undefined =>
  before === after ? undefined : { before, after }

function listChange(before: readonly string[], after: readonly string[]): ListChange | undefined {
  if (before.length === after.length && before.every((id, place) => id === after[place])) return undefined
  const without = (list: readonly string[], other: readonly string[]) => list.filter((id) => !other.includes(id))
  return { before, after, removed: without(before, after), added: without(after, before) }
}

/** Only existing fields: a difference contains no field that has not changed. */
const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

/** Edits and controls are equal if all their fields are: the same operation with another selection is another edit. */
function valueChange<Value>(before: Value, after: Value): Change<Value> | undefined {
  return textOf(before) === textOf(after) ? undefined : { before, after }
}

/** A value as JSON whose fields are in one order: a database gives them back in another. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, inner]) => `${name}:${textOf(inner)}`).join()}}`
}

/** The changes that lead from the first generation to the second. */
export function differenceOf(before: Recipe, after: Recipe): Difference {
  const [old, next] = [before.settings, after.settings]
  return present({
    edit: valueChange(before.edit, after.edit),
    prompt: before.prompt === after.prompt ? undefined : textDifference(before.prompt, after.prompt),
    model: change(before.model, after.model),
    style: change(old.style, next.style),
    imagePrompts: listChange(before.imagePrompts, after.imagePrompts),
    styleReferences: listChange(before.styleReferences, after.styleReferences),
    aspectRatio: change(old.aspectRatio, next.aspectRatio),
    resolution: change(old.resolution, next.resolution),
    rawMode: change(old.rawMode, next.rawMode),
    controls: valueChange(old.controls, next.controls),
    parentImageId: change(before.parentImageId, after.parentImageId),
    seed: change(old.seed, next.seed),
  })
}

/** The changed fields, the most significant first. */
export const changedKinds = (difference: Difference): DifferenceKind[] =>
  differenceKinds.filter((kind) => difference[kind] !== undefined)

/**
 * The most significant part of a change. The image that a branch started from, and the drawn seed, are named only where
 * nothing else has changed. Null where nothing has.
 */
export const mainChange = (difference: Difference): DifferenceKind | null => changedKinds(difference)[0] ?? null
