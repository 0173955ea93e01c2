import type { EditShape } from '#contract/cards/edit.ts'
import { partForMask, wholePart } from '#domain/edit/crop-box.ts'
import { resultSize, sourceFault } from '#domain/edit/edit-frame.ts'
import { defaultEditCanvas } from '#domain/edit/edit-offer.ts'
import { type EditRecord, thisMachine } from '#domain/edit/edit-record.ts'
import { effectIn, effectNames, effectTitle } from '#domain/edit/effects.ts'
import { reachOf } from '#domain/edit/mask-weights.ts'
import { executorsOf } from '#domain/edit/model-edits.ts'
import { type EditOperation, operationTitle } from '#domain/edit/operation.ts'
import { toolOf } from '#domain/edit/this-machine.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { Model } from '#domain/models/model.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Refusal } from '#server/db/refusal.ts'
import type { LocalTools } from '#server/providers/local/onnx/local-tools.ts'
import type { Chooser } from '../../providers/registry.ts'
import { hintFor } from './edit-hints.ts'
import { type EditorDeps, editorsNow, installedTools } from './editors.ts'
import type { ResolvedMask } from './masks.ts'

/** An edit with everything that is known before it is made. */
export type ResolvedEdit = {
  readonly asked: EditShape
  readonly record: EditRecord
  readonly mask: ResolvedMask | null
  /** Of the result, in pixels. */
  readonly size: PixelSize
}

const impossible = (message: string) => failure({ code: 'impossible', message } as const)

type Wanted = {
  readonly edit: EditShape
  /** By name or value; undefined: the best that is there. */
  readonly named: string | undefined
  readonly chooser: Chooser
  /** The person's words and the phrase of the style. */
  readonly words: string
}

/** Why this machine can't make an edit that only some words lead to; null where it can. */
const unknownLook = ({ value }: Model, { edit, words }: Wanted): string | null =>
  value === thisMachine && edit.operation === 'restyle' && effectIn(words) === null
    ? `Without a model there are these looks: ${effectNames.map(effectTitle).join(', ')}. Name one.`
    : null

/** The model that makes an edit: the one that is named, else the best that is there. */
export async function chooseExecutor(deps: EditorDeps, wanted: Wanted): Promise<Result<Model, Refusal>> {
  const { registry, localTools } = deps
  const { edit, named, chooser } = wanted
  const { operation } = edit
  const title = operationTitle[operation]
  const hasMask = edit.maskUploadId !== undefined
  const models = await editorsNow(deps, chooser.userId)
  const isThere = (model: Model) => registry.missing(model, chooser.own) === null
  const hint = async () => (await hintFor(operation, { models, localTools })).enabledBy ?? ''
  const sentence = async (text: string) => impossible(`${text} ${await hint()}`.trim())
  if (named !== undefined) {
    const found = registry.findFor(chooser.userId, named)
    if (!found) return impossible('There is no such model. GET /api/models lists them.')
    const model = models.find(({ value }) => value === found.value) ?? found
    const offer = model.edits?.[operation]
    const missing = registry.missing(model, chooser.own)
    const look = unknownLook(model, wanted)
    if (!offer) return impossible(`${model.name} can't do '${title}'. ${whatCan(models.filter(isThere), operation)}`)
    if (missing !== null) return impossible(`${model.name} can't be used: ${missing}`)
    if (offer.needsMask && !hasMask) return sentence(`${model.name} needs a selection for '${title}'.`)
    return look === null ? success(model) : sentence(look)
  }
  const able = executorsOf(models, operation, { hasMask: true }).filter(isThere)
  const [best] = executorsOf(able, operation, { hasMask })
  if (!able[0]) return sentence(`Nothing here can do '${title}' yet.`)
  if (!best) return sentence(`${able[0].name} needs a selection for '${title}'.`)
  const look = unknownLook(best, wanted)
  return look === null ? success(best) : sentence(look)
}

function whatCan(models: readonly Model[], operation: EditOperation): string {
  const names = executorsOf(models, operation, { hasMask: true }).map(({ name }) => name)
  return names.length === 0 ? 'Nothing here can.' : `These can: ${names.slice(0, 5).join(', ')}.`
}

/** The longest side that the engine of the tools makes. */
const maxToolSide = 8_192

/** The tool by which this machine will make an edit; null where it does without, as for a result that the tool can't make. */
async function toolName(
  localTools: LocalTools,
  { model, asked, source }: { readonly model: Model; readonly asked: EditShape; readonly source: PixelSize },
): Promise<string | null> {
  const task = model.value === thisMachine ? toolOf[asked.operation] : undefined
  const { width, height } = resultSize(asked, source)
  if (!task || Math.max(width, height) > maxToolSide) return null
  return (await installedTools(localTools))[task]?.name ?? null
}

/** Checks an edit against its source and its executor. @param source The size of the image that it starts from, upright. */
export async function resolveEdit(
  { localTools }: Pick<EditorDeps, 'localTools'>,
  asked: EditShape,
  { model, mask, source }: { readonly model: Model; readonly mask: ResolvedMask | null; readonly source: PixelSize },
): Promise<Result<ResolvedEdit, Refusal>> {
  const fault = sourceFault(asked, source)
  if (fault) return impossible(fault)
  const canvas = model.editCanvas ?? defaultEditCanvas
  const reach = reachOf({ grow: asked.grow ?? 0, feather: asked.feather ?? 0 })
  const known = mask === 'raw' ? null : mask
  const isLocalChange = known !== null && (asked.operation === 'change' || asked.operation === 'erase')
  const part = isLocalChange ? partForMask(known.box, source, { reach, canvas }) : wholePart(source, canvas)
  return success({
    asked,
    mask,
    record: {
      maskId: known?.id ?? null,
      maskBox: known?.box ?? null,
      cropBox: part.box,
      strength: model.edits?.[asked.operation]?.strength ?? null,
      tool: await toolName(localTools, { model, asked, source }),
    },
    size: resultSize(asked, source),
  })
}
