import { z } from 'zod'
import { maxInputs } from '#domain/models/controls.ts'
import { isDrivable, isWorkflow, maxNodes, workflowSlots } from '#domain/workflows/workflow.ts'
import { plainString, text, time, uuid } from '../text.ts'

const slot = z.enum(workflowSlots)

/** An input of a node of a workflow. */
const place = { node: z.string().max(100), input: z.string().max(200) }
const value = z.union([plainString(20_000), z.number(), z.boolean()])

/** An input that a setting of a picture is put into. */
const slotPlaceShape = z.strictObject({ slot, ...place })
const inputValueShape = z.strictObject({ ...place, value })

/** The state of a workflow: it is listed as a model once it has worked. */
const workflowStates = ['testing', 'works', 'failed'] as const

/** A workflow of ComfyUI that was added in the app. */
export const workflowShape = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The value by which it is asked for as a model. */
  model: z.string(),
  audience: z.enum(['me', 'everyone']),
  /** Whether the caller may change it: their own, or as the operator. */
  canChange: z.boolean(),
  /** The settings of a picture that it takes. */
  slots: z.array(slot),
  state: z.enum(workflowStates),
  /** Why it failed, as a sentence that names the node. */
  reason: z.string().nullable(),
  /** When it worked, and how long the picture took; null: not since it was changed. */
  workedAt: time.nullable(),
  seconds: z.number().nullable(),
})
export type WorkflowShape = z.infer<typeof workflowShape>

/** An input that holds a value, and what its node takes there. */
const workflowInputShape = z.strictObject({
  node: z.string(),
  input: z.string(),
  /** The name of the node. */
  title: z.string(),
  classType: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** The values that can be chosen; null where anything can be entered. */
  options: z.array(z.string()).nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  /** A number without decimals. */
  isWhole: z.boolean(),
  /** Text of several lines. */
  isLong: z.boolean(),
  /** Whether it is chosen for each picture, or suggested for that; `never`: it can't be. */
  asked: z.enum(['each-picture', 'once', 'never']),
})

/** A workflow as it is read before it is added, or changed. */
export const lookedAtWorkflow = z.strictObject({
  slots: z.array(slotPlaceShape),
  inputs: z.array(workflowInputShape),
  /** Why it can't run, each with its node. */
  faults: z.array(z.strictObject({ node: z.string(), message: z.string() })),
})
export type LookedAtWorkflow = z.infer<typeof lookedAtWorkflow>

/** PostgreSQL stores neither NUL nor half of a surrogate pair; JSON writes both as escapes. */
const isStorable = (graph: unknown) => !/\\u(0000|d[89a-f])/i.test(JSON.stringify(graph))

/** The graph that ComfyUI's 'Export (API)' writes. */
const graph = z
  .record(
    z.string().max(100),
    z.strictObject({
      class_type: z.string().min(1).max(300),
      inputs: z.record(z.string().max(200), z.unknown()),
      _meta: z.object({ title: z.string().max(300).optional() }).optional(),
    }),
  )
  .refine(isWorkflow, `A workflow has 1 to ${maxNodes} nodes.`)
  .refine(isStorable, 'The workflow contains characters that are not text.')

const name = text({ minimum: 1, maximum: 60 })
const slots = z.array(slotPlaceShape).max(50).refine(isDrivable, 'Choose where the prompt or the picture goes.')
const values = z.array(inputValueShape).max(500)
/** Inputs that are chosen for each picture, as controls of the model. */
const asked = z.array(z.strictObject(place)).max(maxInputs)

export const lookAtWorkflowBody = z.strictObject({ graph })
export const addWorkflowBody = z.strictObject({
  name,
  graph,
  slots,
  values,
  asked: asked.default([]),
  audience: z.enum(['me', 'everyone']),
})

export const workflowInput = z.strictObject({ id: uuid })
/** Fields that are left out stay, values of other inputs too. Other slots or values are tested before it can be chosen again. */
export const changeWorkflowBody = workflowInput.extend({
  name: name.optional(),
  slots: slots.optional(),
  values: values.optional(),
  asked: asked.optional(),
})
