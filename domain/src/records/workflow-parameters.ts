import type { PictureParameters } from './parameters-text.ts'

/** A node of ComfyUI's `prompt`: its type, and its values or links to other nodes, as `[id, output]`. */
type WorkflowNode = { readonly classType: string; readonly inputs: Readonly<Record<string, unknown>> }

const mostNodes = 2_000
/** How far a value is followed from node to node. */
const mostSteps = 50

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function nodesOf(value: unknown): ReadonlyMap<string, WorkflowNode> | null {
  if (!isRecord(value)) return null
  const nodes = new Map<string, WorkflowNode>()
  for (const [id, node] of Object.entries(value)) {
    if (nodes.size === mostNodes) return null
    if (isRecord(node) && typeof node.class_type === 'string' && isRecord(node.inputs))
      nodes.set(id, { classType: node.class_type, inputs: node.inputs })
  }
  return nodes.size > 0 ? nodes : null
}

/** The first text that is found by following an input upwards: through encoders and whatever is between. */
function textBehind(nodes: ReadonlyMap<string, WorkflowNode>, start: unknown): string {
  let from: unknown = start
  for (let step = 0; step < mostSteps && Array.isArray(from); step++) {
    const node = nodes.get(String(from[0]))
    if (!node) return ''
    const { text, conditioning, t5xxl, prompt } = node.inputs
    const own = [text, t5xxl, prompt].find((value) => typeof value === 'string')
    if (typeof own === 'string') return own
    from = text ?? conditioning ?? Object.values(node.inputs).find(Array.isArray)
  }
  return typeof from === 'string' ? from : ''
}

const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/**
 * How a picture was made according to ComfyUI's `prompt` chunk, as far as its graph can be read as one prompt: the
 * sampler, its texts, the checkpoint and the size. Null without a sampler, or for another graph.
 * @param text The chunk: JSON.
 */
export function readWorkflow(text: string): PictureParameters | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const nodes = nodesOf(value)
  if (!nodes) return null
  const all = [...nodes.values()]
  const sampler = all.find(({ inputs }) => Array.isArray(inputs.positive))
  const guided = all.find(({ classType }) => classType === 'CLIPTextEncode')
  const prompt = sampler
    ? textBehind(nodes, sampler.inputs.positive)
    : typeof guided?.inputs.text === 'string'
      ? guided.inputs.text
      : ''
  if (prompt.trim() === '') return null
  const loader = all.find(({ inputs }) => typeof (inputs.ckpt_name ?? inputs.unet_name) === 'string')
  const model = loader ? String(loader.inputs.ckpt_name ?? loader.inputs.unet_name) : null
  const sized = all.find(
    ({ classType, inputs }) => /latent/i.test(classType) && numberOf(inputs.width) && numberOf(inputs.height),
  )
  const seeded = all.find(({ inputs }) => numberOf(inputs.seed ?? inputs.noise_seed) !== null)
  const others = Object.entries(sampler?.inputs ?? {}).flatMap(([name, each]) =>
    ['steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'].includes(name) && !Array.isArray(each)
      ? [[name, String(each)]]
      : [],
  )
  return {
    prompt: prompt.trim(),
    negativePrompt: sampler ? textBehind(nodes, sampler.inputs.negative).trim() : '',
    model,
    seed: seeded ? numberOf(seeded.inputs.seed ?? seeded.inputs.noise_seed) : null,
    size: sized ? { width: Number(sized.inputs.width), height: Number(sized.inputs.height) } : null,
    others: Object.fromEntries(others) as Record<string, string>,
  }
}
