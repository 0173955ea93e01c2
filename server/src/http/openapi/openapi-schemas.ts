import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import { profileShape } from '#contract/account/profile.ts'
import { frameShape, noteShape } from '#contract/board/board-item.ts'
import { projectShape } from '#contract/board/project.ts'
import { assetShape } from '#contract/cards/asset.ts'
import { editOperationShape, editRecordShape, editShape } from '#contract/cards/edit.ts'
import { generationShape, makerShape } from '#contract/cards/generation.ts'
import { imageShape } from '#contract/cards/image.ts'
import { seriesShape, stepShape } from '#contract/cards/series.ts'
import { styleShape } from '#contract/cards/style.ts'
import { controlValuesShape, modelControlsShape } from '#contract/models/controls.ts'
import { localModelShape } from '#contract/models/local-model.ts'
import { modelLimitsShape, modelShape } from '#contract/models/model.ts'
import { connectionModelShape, connectionShape, foundModelShape } from '#contract/models/model-connection.ts'
import { modelKeyShape } from '#contract/models/model-key.ts'
import { lookedAtWorkflow, workflowShape } from '#contract/models/workflow.ts'
import { billingShape } from '#contract/money/billing.ts'
import { creditsShape } from '#contract/money/credits.ts'
import { apiTokenShape } from '#contract/programs/api-token.ts'
import { runShape } from '#contract/programs/assistant.ts'
import { purseShape, purseStepShape } from '#contract/programs/purse.ts'
import { deliveryShape, webhookShape } from '#contract/programs/webhook.ts'
import { commentShape, reviewCommentShape, sharedCardShape } from '#contract/sharing/shared-board.ts'

/** The schemas that several calls and events have in common, by their names in the document: each is written once. */
export const commonSchemas = {
  apiToken: apiTokenShape,
  asset: assetShape,
  assistantRun: runShape,
  billing: billingShape,
  comment: commentShape,
  controlValues: controlValuesShape,
  credits: creditsShape,
  delivery: deliveryShape,
  edit: editShape,
  editOperation: editOperationShape,
  editRecord: editRecordShape,
  foundModel: foundModelShape,
  frame: frameShape,
  generation: generationShape,
  image: imageShape,
  localModel: localModelShape,
  maker: makerShape,
  model: modelShape,
  modelKey: modelKeyShape,
  modelConnection: connectionShape,
  modelControls: modelControlsShape,
  modelLimits: modelLimitsShape,
  modelOfConnection: connectionModelShape,
  note: noteShape,
  profile: profileShape,
  project: projectShape,
  purse: purseShape,
  purseStep: purseStepShape,
  reviewComment: reviewCommentShape,
  series: seriesShape,
  seriesStep: stepShape,
  sharedCard: sharedCardShape,
  style: styleShape,
  webhook: webhookShape,
  workflow: workflowShape,
  workflowFaults: lookedAtWorkflow,
} as const

/** Reads the lengths of `text()` as well: they are counted in code points, so zod's own checks do not know them. */
export const converter = new ZodToJsonSchemaConverter({
  interceptors: [
    ({ schema, next }) => {
      const [required, json] = next()
      const { minLength, maxLength } = z.globalRegistry.get(schema) ?? {}
      return typeof json === 'object' && minLength !== undefined && maxLength !== undefined
        ? [required, { ...json, minLength: Number(minLength), maxLength: Number(maxLength) }]
        : [required, json]
    },
  ],
})

/** References to the common schemas, as they are in replies: a value that is taken may have other fields. */
const components = Object.entries(commonSchemas).map(([name, schema]) => ({
  schema,
  required: true,
  ref: `#/components/schemas/${name}`,
  allowedStrategies: ['output'] as const,
}))

/** The JSON Schema of the values that a schema takes. */
export const inputSchema = (schema: z.ZodType): object => Object(converter.convert(schema, { strategy: 'input' })[1])
/** The JSON Schema of the values that a schema gives, with references to the common ones. */
export const outputSchema = (schema: z.ZodType): object =>
  Object(converter.convert(schema, { strategy: 'output', components })[1])
