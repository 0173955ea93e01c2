import type { EditShape } from '#contract/edit.ts'
import { partForMask, wholePart } from '#domain/edit/crop-box.ts'
import { resultSize, sourceFault } from '#domain/edit/edit-frame.ts'
import { type EditRecord, noEditRecord } from '#domain/edit/edit-record.ts'
import { doersOf, usualEditCanvas } from '#domain/edit/model-edits.ts'
import { type EditOperation, operationTitle } from '#domain/edit/operation.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { Model } from '#domain/models/model.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Chooser, ModelRegistry } from '../../providers/registry.ts'
import type { Refusal } from '../refusal.ts'
import { whatEnables } from './edit-hints.ts'
import type { PreparedMask } from './prepare-mask.ts'

/** An edit with everything that is known before it is made. */
export type ResolvedEdit = {
  readonly asked: EditShape
  readonly record: EditRecord
  readonly mask: PreparedMask | null
  /** Of the result, in pixels. */
  readonly size: PixelSize
}

const impossible = (message: string) => failure({ code: 'impossible', message } as const)

/** The model that makes an edit: the one that is named, else the best that is there. */
export function chooseDoer(
  registry: ModelRegistry,
  {
    operation,
    hasMask,
    named,
    userId,
    own,
  }: { operation: EditOperation; hasMask: boolean; named: string | undefined } & Chooser,
): Result<Model, Refusal> {
  const title = operationTitle[operation]
  if (named !== undefined) {
    const model = registry.findFor(userId, named)
    if (!model) return impossible('There is no such model. GET /api/models lists them.')
    const offer = model.edits?.[operation]
    if (!offer) return impossible(`${model.name} can't do '${title}'. ${whatCan(registry, operation)}`)
    if (offer.needsMask && !hasMask) return impossible(`${model.name} needs a selection for '${title}'.`)
    const missing = registry.missing(model, own)
    return missing === null ? success(model) : impossible(`${model.name} can't be used: ${missing}`)
  }
  const isThere = (model: Model) => registry.missing(model, own) === null
  const [best] = doersOf(registry.editors, operation, { hasMask }).filter(isThere)
  if (best) return success(best)
  const withMask = doersOf(registry.editors, operation, { hasMask: true }).filter(isThere)[0]
  return impossible(
    withMask
      ? `${withMask.name} needs a selection for '${title}'. ${whatEnables(registry, operation) ?? ''}`.trim()
      : `Nothing here can do '${title}' yet. ${whatEnables(registry, operation) ?? ''}`.trim(),
  )
}

function whatCan(registry: ModelRegistry, operation: EditOperation): string {
  const names = doersOf(registry.editors, operation, { hasMask: true }).map(({ name }) => name)
  return names.length === 0 ? 'Nothing here can.' : `These can: ${names.slice(0, 5).join(', ')}.`
}

/** Checks an edit against its source and its doer. @param source The size of the image that it starts from, upright. */
export function resolveEdit(
  asked: EditShape,
  { model, mask, source }: { readonly model: Model; readonly mask: PreparedMask | null; readonly source: PixelSize },
): Result<ResolvedEdit, Refusal> {
  const fault = sourceFault(asked, source)
  if (fault) return impossible(fault)
  const canvas = model.editCanvas ?? usualEditCanvas
  const reach = (asked.grow ?? 0) + (asked.feather ?? 0)
  const isLocalChange = mask !== null && (asked.operation === 'change' || asked.operation === 'erase')
  const part = isLocalChange ? partForMask(mask.box, source, { reach, canvas }) : wholePart(source, canvas)
  return success({
    asked,
    mask,
    record: { ...noEditRecord, maskId: mask?.id ?? null, maskBox: mask?.box ?? null, cropBox: part.box },
    size: resultSize(asked, source),
  })
}
