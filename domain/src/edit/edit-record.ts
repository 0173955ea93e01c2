import type { Rect } from '../geometry/rect.ts'
import type { PixelSize } from '../models/aspect-ratio.ts'
import { grownBox } from './crop-box.ts'
import { type EditOperation, needsMask } from './operation.ts'

/** The facts of an edit beside its request: what was really used. */
export type EditRecord = {
  /** The canonical mask, an upload of the user: PNG, 8-bit gray, white = change, of the source's size. Null without one. */
  readonly maskId: string | null
  /** The smallest rectangle around its white pixels, in pixels of the source. */
  readonly maskBox: Rect | null
  /** The part of the source that was given to the executor, where it was not given the whole. */
  readonly cropBox: Rect | null
  /** Strength of the change, 0 to 1, for an executor that reads such a number. */
  readonly strength: number | null
  /** The installed tool of this machine that makes it; null: none does. */
  readonly tool: string | null
}

export const noEditRecord: EditRecord = { maskId: null, maskBox: null, cropBox: null, strength: null, tool: null }

/**
 * Why an edit can not be made again, as a sentence; null where it can. Its card may come from a file without its parent, or without its
 * mask: the model would make a picture of the words alone, or change all of it.
 */
export function lackOfEdit(
  operation: EditOperation,
  { record, hasSource }: { readonly record: EditRecord | null; readonly hasSource: boolean },
): string | null {
  if (!hasSource) return 'The picture that this edit starts from is not here.'
  const hadMask = needsMask(operation) || (record?.maskBox ?? null) !== null
  return hadMask && (record?.maskId ?? null) === null ? 'The selection of this edit is not here.' : null
}

const isSameBox = (one: Rect, other: Rect) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

/**
 * The record of an edit that comes from outside, with what lies within its source: a mask whose box reached beyond it is none of this
 * picture, and is left out.
 * @param source The size of the picture that it starts from.
 */
export function recordWithin(record: EditRecord, source: PixelSize): EditRecord {
  const { maskBox, cropBox, strength } = record
  const [keptMask, keptCrop] = [maskBox, cropBox].map((box) => box && grownBox(box, 0, source))
  return {
    ...record,
    maskId: maskBox && keptMask && !isSameBox(maskBox, keptMask) ? null : record.maskId,
    maskBox: keptMask ?? null,
    cropBox: keptCrop ?? null,
    strength: strength === null ? null : Math.min(1, Math.max(0, strength)),
  }
}

/** The `executor` of an edit that this server makes itself, and the `value` of the model that stands for it. */
export const thisMachine = 'this-machine'
/** The display name of that model. */
export const thisMachineName = 'This machine'

/** @param model The display name of the edit's model. */
export const executorOf = (model: string): string => (model === thisMachineName ? thisMachine : model)
