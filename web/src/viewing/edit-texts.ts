import { type AdjustmentName, adjustmentNames, type EditRequest, operationTitle } from '#domain/edit/operation.ts'

const adjustmentTexts: Readonly<Record<AdjustmentName, string>> = {
  light: 'light',
  contrast: 'contrast',
  saturation: 'saturation',
  warmth: 'warmth',
  sharpness: 'sharpness',
  grain: 'grain',
  vignette: 'vignette',
}

const signed = (value: number) => (value > 0 ? `+${value}` : `−${-value}`)

/** The numbers of an edit: '2 ×', '1024 × 768', 'light +10, grain −5'. Empty where it has none. */
function numbersOf({ factor, frame, adjustments, feather, grow }: EditRequest): string {
  const adjusted = adjustmentNames.flatMap((name) => {
    const value = adjustments?.[name]
    return value ? [`${adjustmentTexts[name]} ${signed(value)}`] : []
  })
  return [
    factor && `${factor} ×`,
    frame && `${frame.width} × ${frame.height}`,
    frame?.angle && `turned by ${frame.angle}°`,
    ...adjusted,
    grow && (grow > 0 ? `grown by ${grow} px` : `shrunk by ${-grow} px`),
    feather && `feathered by ${feather} px`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** How an edit is named where there is little room, and in full. */
export const editTexts = {
  none: 'No edit',
  short: (edit: EditRequest | null) => (edit ? operationTitle[edit.operation] : editTexts.none),
  full(edit: EditRequest | null): string {
    if (!edit) return editTexts.none
    const numbers = numbersOf(edit)
    return numbers === '' ? operationTitle[edit.operation] : `${operationTitle[edit.operation]}: ${numbers}`
  },
} as const
