/** A node of ComfyUI's `prompt`: its type, and its values or links to other nodes, as `[id, output]`. */
export type WorkflowNode = { readonly classType: string; readonly inputs: Readonly<Record<string, unknown>> }
export type WorkflowNodes = ReadonlyMap<string, WorkflowNode>

/** The side of a sampler that a text belongs to. */
type Side = 'positive' | 'negative'

/** Number of nodes that are visited for one text: a graph may hold circles, and nodes that join others many times. */
const maxVisits = 200

const isLink = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length === 2

/** The inputs that hold a text, of encoders and of nodes for strings, the most exact first. */
const textInputs = [
  'text',
  't5xxl',
  'prompt',
  'text_g',
  'clip_l',
  'clip_g',
  'populated_text',
  'value',
  'string',
] as const
/** The inputs of nodes that join texts or conditionings, in their order. */
const joined = [
  ['string_a', 'string_b'],
  ['text_a', 'text_b', 'text_c', 'text_d'],
  ['text1', 'text2', 'text3', 'text4'],
  ['conditioning_1', 'conditioning_2'],
  ['conditioning_to', 'conditioning_from'],
] as const
/** Inputs that hold no text, in any node. */
const otherInputs: ReadonlySet<string> = new Set([
  'model',
  'clip',
  'clip_vision',
  'clip_vision_output',
  'vae',
  'image',
  'images',
  'pixels',
  'mask',
  'latent',
  'latent_image',
  'samples',
  'control_net',
  'style_model',
  'ipadapter',
])

/**
 * Reads the text behind an input of a graph: by the output that is linked, through encoders, nodes for strings, joins and whatever is
 * between. Empty where there is none.
 */
export function textBehind(nodes: WorkflowNodes, start: unknown, side: Side): string {
  let visits = 0

  function behind(value: unknown): string {
    if (typeof value === 'string') return value
    if (!isLink(value) || ++visits > maxVisits) return ''
    const node = nodes.get(String(value[0]))
    // It gives out no text, whatever it is made of: the negative side of models that have none.
    if (!node || node.classType === 'ConditioningZeroOut') return ''
    return textOf(node.inputs, value[1])
  }

  /** The text that a node gives out at an output. */
  function textOf(inputs: WorkflowNode['inputs'], output: unknown): string {
    // Nodes that change both sides, as ControlNet's, give out the positive one first.
    if (isLink(inputs.positive) && isLink(inputs.negative))
      return behind(output === 1 ? inputs.negative : output === 0 ? inputs.positive : inputs[side])
    if ('positive' in inputs && 'negative' in inputs) return behind(inputs[side])
    for (const name of textInputs) {
      const text = behind(inputs[name])
      if (text.trim() !== '') return text
    }
    for (const names of joined) {
      const parts = names.map((name) => behind(inputs[name])).filter((part) => part !== '')
      const delimiter = inputs.delimiter ?? inputs.separator
      if (parts.length > 0) return parts.join(typeof delimiter === 'string' ? delimiter : '\n')
    }
    const chosen = inputs[`input${String(inputs.select)}`] ?? inputs.conditioning
    if (isLink(chosen)) return behind(chosen)
    for (const [name, input] of Object.entries(inputs)) {
      const text = isLink(input) && !otherInputs.has(name) ? behind(input) : ''
      if (text !== '') return text
    }
    return ''
  }

  return behind(start).trim()
}
