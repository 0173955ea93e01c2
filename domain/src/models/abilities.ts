import { type Model, type ModelAbility, modelAbilities } from './model.ts'

/** The abilities of a model: as the catalogue says, and what follows from the edits that it makes. */
export function abilitiesOf({ does, edits = {} }: Pick<Model, 'does' | 'edits'>): readonly ModelAbility[] {
  const follows: Readonly<Partial<Record<ModelAbility, boolean>>> = {
    edit: Object.keys(edits).length > 0,
    mask: edits.change !== undefined || edits.erase !== undefined,
  }
  return modelAbilities.filter((ability) => does.includes(ability) || follows[ability])
}
