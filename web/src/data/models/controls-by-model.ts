import { type ControlValues, chosenControls, controlNames } from '#domain/models/controls.ts'
import { createUserStore } from '../storage/user-store.ts'

/** The user's last choices of each model's controls, by the display name of the model. */
export type ControlsByModel = Readonly<Record<string, ControlValues>>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The values that are stored under one name; what is no value of it is left out. The model decides whether it takes the rest. */
function parseValues(stored: unknown): ControlValues | undefined {
  if (!isRecord(stored)) return undefined
  const kinds = { steps: 'number', guidance: 'number', sampler: 'string', format: 'string', negativePrompt: 'string' }
  const kept = controlNames.flatMap((name): [string, unknown][] => {
    const value = stored[name]
    const listed = (Array.isArray(value) ? value : []).filter((each) => isRecord(each) && typeof each.name === 'string')
    if (name === 'loras')
      return [
        [
          name,
          listed
            .filter(({ weight }) => typeof weight === 'number')
            .map(({ name: lora, weight }) => ({ name: lora, weight })),
        ],
      ]
    if (name === 'inputs')
      return [
        [
          name,
          listed
            .filter((each) => ['string', 'number', 'boolean'].includes(typeof each.value))
            .map((each) => ({ name: each.name, value: each.value })),
        ],
      ]
    return typeof value === kinds[name] ? [[name, value]] : []
  })
  return chosenControls(Object.fromEntries(kept) as ControlValues)
}

function parseControls(stored: unknown): ControlsByModel {
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).flatMap(([model, values]) => {
      const parsed = parseValues(values)
      return parsed ? [[model, parsed]] : []
    }),
  )
}

/** The choices of the signed-in user; they survive a reload. */
export const controlsByModel = createUserStore<ControlsByModel>('controls', parseControls, (kept, written) => ({
  ...kept,
  ...written,
}))

/** Remembers what was chosen of a model's controls. */
export function chooseControls(model: string, values: ControlValues): void {
  const chosen = chosenControls(values)
  controlsByModel.change(({ [model]: _before, ...others }) => (chosen ? { ...others, [model]: chosen } : others))
}
