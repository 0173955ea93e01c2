import type { PictureParameters } from './parameters-text.ts'
import { parseExactJson } from './python-json.ts'
import { textBehind, type WorkflowNode, type WorkflowNodes } from './workflow-texts.ts'

const maxNodes = 2_000

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function nodesOf(value: unknown): WorkflowNodes | null {
  if (!isRecord(value)) return null
  const nodes = new Map<string, WorkflowNode>()
  for (const [id, node] of Object.entries(value)) {
    if (nodes.size === maxNodes) return null
    if (isRecord(node) && typeof node.class_type === 'string' && isRecord(node.inputs))
      nodes.set(id, { classType: node.class_type, inputs: node.inputs })
  }
  return nodes.size > 0 ? nodes : null
}

const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** The node whose texts are the picture's: a sampler, else a guider or another node that takes both sides. */
function findSampler(all: readonly WorkflowNode[]): WorkflowNode | undefined {
  const guided = all.filter(({ inputs }) => Array.isArray(inputs.positive))
  return (
    guided.find(({ inputs }) => 'latent_image' in inputs || 'steps' in inputs) ??
    guided.find(({ classType }) => /guider/i.test(classType)) ??
    guided[0] ??
    all.find(({ classType, inputs }) => /guider/i.test(classType) && Array.isArray(inputs.conditioning))
  )
}

const shownSettings: ReadonlySet<string> = new Set(['steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'])

/**
 * The parameters of a picture by ComfyUI's `prompt` chunk, as far as its graph can be read as one prompt: the
 * sampler, its texts, the checkpoint and the size. Null for another graph, or one without a prompt.
 * @param text The chunk: JSON, as Python writes it.
 */
export function readWorkflow(text: string): PictureParameters | null {
  const nodes = nodesOf(parseExactJson(text))
  if (!nodes) return null
  const all = [...nodes.values()]
  const sampler = findSampler(all)
  const encoder = all.find(({ classType }) => classType.startsWith('CLIPTextEncode'))
  const positive = sampler ? (sampler.inputs.positive ?? sampler.inputs.conditioning) : encoder?.inputs.text
  const prompt = textBehind(nodes, positive, 'positive')
  if (prompt === '') return null
  const loader = all.find(({ inputs }) => typeof (inputs.ckpt_name ?? inputs.unet_name) === 'string')
  const model = loader ? String(loader.inputs.ckpt_name ?? loader.inputs.unet_name) : null
  const sized = all.find(
    ({ classType, inputs }) => /latent/i.test(classType) && numberOf(inputs.width) && numberOf(inputs.height),
  )
  const seeds = (sampler ? [sampler, ...all] : all).map(({ inputs }) => inputs.seed ?? inputs.noise_seed)
  const seed = seeds.find((each) => numberOf(each) !== null)
  // Beyond 2^53: shown as it was written.
  const longSeed = seed === undefined ? seeds.find((each) => typeof each === 'string') : undefined
  const others = Object.entries(sampler?.inputs ?? {}).flatMap(([name, each]) =>
    shownSettings.has(name) && !Array.isArray(each) ? [[name, String(each)] as const] : [],
  )
  return {
    prompt,
    negativePrompt: sampler ? textBehind(nodes, sampler.inputs.negative, 'negative') : '',
    model,
    seed: numberOf(seed),
    size: sized ? { width: Number(sized.inputs.width), height: Number(sized.inputs.height) } : null,
    others: Object.fromEntries([...others, ...(longSeed === undefined ? [] : [['Seed', String(longSeed)] as const])]),
  }
}
