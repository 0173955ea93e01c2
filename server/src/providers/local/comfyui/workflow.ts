import { z } from 'zod'

/** A node of a graph in the form that ComfyUI exports for its API. A link to another node is `[node, output]`. */
const nodeSchema = z.object({
  class_type: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  _meta: z.object({ title: z.string().optional() }).optional(),
})

/** 'Export (API)': nodes by their number. */
const graphSchema = z.record(z.string(), nodeSchema)
export type ComfyGraph = z.infer<typeof graphSchema>

/** The values that a graph can take, and the inputs of the marked node for each: the first that the node has. */
const inputsOf = {
  prompt: ['text', 'prompt', 'value', 'string'],
  'negative prompt': ['text', 'prompt', 'value', 'string'],
  checkpoint: ['ckpt_name', 'unet_name', 'value'],
  seed: ['seed', 'noise_seed', 'value', 'int'],
  steps: ['steps', 'value', 'int'],
  sampler: ['sampler_name'],
  guidance: ['cfg', 'guidance', 'value', 'float'],
  width: ['width', 'value', 'int'],
  height: ['height', 'value', 'int'],
  'input image': ['image'],
  strength: ['denoise', 'value', 'float'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** A slot of a graph for a setting of the picture. */
export type Slot = keyof typeof inputsOf
export type SlotValues = Readonly<Partial<Record<Slot, string | number>>>

/** A graph with its slots. */
export type Workflow = { readonly graph: ComfyGraph; readonly slots: ReadonlySet<Slot> }

type Place = { readonly slot: Slot; readonly node: string; readonly input: string }

const isSlot = (name: string): name is Slot => Object.hasOwn(inputsOf, name)

/** A title names the purpose of the node; several are separated by commas: 'seed, steps'. */
const slotsIn = (title: string): Slot[] =>
  title
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter(isSlot)

const placesOf = (graph: ComfyGraph): Place[] =>
  Object.entries(graph).flatMap(([node, { inputs, _meta }]) =>
    slotsIn(_meta?.title ?? '').flatMap((slot) => {
      // A linked input gets its value from another node: that one has to be marked.
      const input = inputsOf[slot].find((name) => name in inputs && !Array.isArray(inputs[name]))
      return input ? [{ slot, node, input }] : []
    }),
  )

/**
 * Parses a workflow that was exported for the API and finds its slots by the titles of the nodes. @returns A sentence instead,
 * where it is unusable.
 */
export function readWorkflow(json: unknown): Workflow | string {
  const parsed = graphSchema.safeParse(json)
  if (!parsed.success) return "it is no workflow in API form: use 'Export (API)' in ComfyUI"
  const slots = new Set(placesOf(parsed.data).map(({ slot }) => slot))
  return slots.has('prompt') ? { graph: parsed.data, slots } : "no node with a text has the title 'prompt'"
}

/** Fills the slots of the graph; a value without a slot is dropped. */
export function fillWorkflow({ graph }: Pick<Workflow, 'graph'>, values: SlotValues): ComfyGraph {
  const filled = structuredClone(graph)
  for (const { slot, node, input } of placesOf(graph)) {
    const value = values[slot]
    const target = filled[node]
    if (value !== undefined && target) target.inputs[input] = value
  }
  return filled
}
