/** The operations of an edit on the picture that it starts from. */
export const editOperations = [
  'change',
  'erase',
  'extend',
  'replace-background',
  'remove-background',
  'instruct',
  'restyle',
  'upscale',
  'crop',
  'adjust',
] as const
export type EditOperation = (typeof editOperations)[number]

/** The values that `adjust` changes, in the order in which it is applied; see `adjust-pixels.ts` for the formulas. */
export const adjustmentNames = ['light', 'contrast', 'saturation', 'warmth', 'sharpness', 'grain', 'vignette'] as const
export type AdjustmentName = (typeof adjustmentNames)[number]
/** -100 to 100; a missing one is 0. */
export type Adjustments = { readonly [Name in AdjustmentName]?: number | undefined }

/**
 * A rectangle in pixels of the source, which may reach beyond it. `angle`: degrees by which it is turned clockwise about its center;
 * the result is what lies in it, upright.
 */
export type EditFrame = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angle?: number | undefined
}

export const upscaleFactors = [2, 4] as const
export type UpscaleFactor = (typeof upscaleFactors)[number]

/** The largest `feather` and `grow`, in pixels of the source. */
export const maxEdgePixels = 512
/** The longest side of a result, in pixels. */
export const maxResultSide = 16_384

/** An edit as it is asked for. What its operation does not use is absent. */
export type EditRequest = {
  readonly operation: EditOperation
  /** The upload whose white pixels are changed. */
  readonly maskUploadId?: string | undefined
  /** `exact`: the mask is white in all of the background, and nowhere else; absent: the subject is looked for in what it leaves. */
  readonly maskUse?: 'exact' | undefined
  /** Pixels over which the change fades out beyond the grown mask; absent: 0. */
  readonly feather?: number | undefined
  /** Pixels by which the mask grows, or below 0 shrinks, before it is used; absent: 0. */
  readonly grow?: number | undefined
  readonly frame?: EditFrame | undefined
  readonly factor?: UpscaleFactor | undefined
  readonly adjustments?: Adjustments | undefined
}

type EditField = Exclude<keyof EditRequest, 'operation'>
type Use = 'needed' | 'possible'

/** The fields that each operation uses; what is not listed must be absent. */
const fieldsOf: Readonly<Record<EditOperation, Readonly<Partial<Record<EditField, Use>>>>> = {
  change: { maskUploadId: 'needed', feather: 'possible', grow: 'possible' },
  erase: { maskUploadId: 'needed', feather: 'possible', grow: 'possible' },
  extend: { frame: 'needed', feather: 'possible' },
  'replace-background': { maskUploadId: 'possible', feather: 'possible', grow: 'possible' },
  'remove-background': { maskUploadId: 'possible', maskUse: 'possible', feather: 'possible', grow: 'possible' },
  instruct: {},
  restyle: {},
  upscale: { factor: 'needed' },
  crop: { frame: 'needed' },
  adjust: { adjustments: 'needed' },
}

const editFields = [
  'maskUploadId',
  'maskUse',
  'feather',
  'grow',
  'frame',
  'factor',
  'adjustments',
] as const satisfies EditField[]

/** The operations that say with words what is to be made. `restyle` takes a style instead. */
const wordedOperations: ReadonlySet<EditOperation> = new Set(['change', 'replace-background', 'instruct', 'restyle'])

/** Whether an operation needs a prompt. @param hasStyle Whether the request names a style. */
export const needsWords = (operation: EditOperation, { hasStyle }: { readonly hasStyle: boolean }): boolean =>
  wordedOperations.has(operation) && !(operation === 'restyle' && hasStyle)

export const usesMask = (operation: EditOperation): boolean => fieldsOf[operation].maskUploadId !== undefined
export const needsMask = (operation: EditOperation): boolean => fieldsOf[operation].maskUploadId === 'needed'

/** The first field of an edit that does not fit its operation, with a sentence; null where all fit. */
export function editFault(edit: EditRequest): { readonly field: EditField; readonly message: string } | null {
  const uses = fieldsOf[edit.operation]
  for (const field of editFields) {
    const isGiven = edit[field] !== undefined
    if (uses[field] === 'needed' && !isGiven)
      return { field, message: `The operation ${edit.operation} needs ${field}.` }
    if (uses[field] === undefined && isGiven)
      return { field, message: `The operation ${edit.operation} takes no ${field}.` }
  }
  const ofMask = (['feather', 'grow', 'maskUse'] as const).find((field) => edit[field] !== undefined)
  if (ofMask && usesMask(edit.operation) && edit.maskUploadId === undefined)
    return { field: ofMask, message: `${ofMask} is about a mask; there is none.` }
  if (edit.adjustments && adjustmentNames.every((name) => !edit.adjustments?.[name]))
    return { field: 'adjustments', message: 'Nothing to adjust: every value is 0.' }
  return null
}

/** The name of each operation for people; the prompt of an edit that has no words. */
export const operationTitle: Readonly<Record<EditOperation, string>> = {
  change: 'Change this part',
  erase: 'Erase',
  extend: 'Extend',
  'replace-background': 'Replace background',
  'remove-background': 'Remove background',
  instruct: 'Change with words',
  restyle: 'Restyle',
  upscale: 'Upscale',
  crop: 'Crop and straighten',
  adjust: 'Adjust',
}

/** The words that a person wrote for an edit; empty where its prompt is only the name of the operation. */
export const editWords = (prompt: string, operation: EditOperation): string =>
  prompt === operationTitle[operation] ? '' : prompt
