import type { LatentSize } from '../frame.ts'
import { readSafetensors } from '../onnx/safetensors.ts'
import { type Planes, TorchGraph } from '../onnx/torch-graph.ts'

/**
 * The autoencoder that Stable Diffusion was trained with (AutoencoderKL of https://github.com/CompVis/latent-diffusion): ten times as
 * much work as TAESD, and finer texture. In the names of the diffusers library, or as in a checkpoint of one file.
 */
const prefixes = ['', 'first_stage_model.'] as const
type Half = 'encoder' | 'decoder'

/** The factor that latents are multiplied with, so that they vary by about one (scaling_factor). TAESD reads them multiplied. */
const scaling = 0.18215
/** Of all of its norms. */
const epsilon = 1e-6

/** Whether a file holds this half. */
export function holdsFull(file: string, half: Half): boolean {
  const tensors = readSafetensors(file)
  return prefixes.some((prefix) => tensors.has(`${prefix}${half}.conv_in.weight`))
}

const open = (file: string, half: Half) =>
  TorchGraph.open(file, {
    what: `${half} of Stable Diffusion`,
    probes: Object.fromEntries(prefixes.map((prefix) => [prefix, `${half}.conv_in.weight`])),
  })

/** The names of one half's parts; levels are counted from the first that runs. */
type Names = {
  readonly first: string
  readonly second: string
  readonly attention: string
  readonly norm: string
  block(level: number, block: number): string
  /** The convolution after a level that doubles or halves the sides. */
  resize(level: number): string
  readonly normOut: string
}

function namesOf(graph: TorchGraph, half: Half): Names {
  if (graph.has(`${half}.mid_block.resnets.0.norm1.weight`)) {
    const [blocks, resize] = half === 'decoder' ? ['up_blocks', 'upsamplers'] : ['down_blocks', 'downsamplers']
    return {
      first: `${half}.mid_block.resnets.0`,
      second: `${half}.mid_block.resnets.1`,
      attention: `${half}.mid_block.attentions.0`,
      norm: 'group_norm',
      block: (level, block) => `${half}.${blocks}.${level}.resnets.${block}`,
      resize: (level) => `${half}.${blocks}.${level}.${resize}.0.conv`,
      normOut: `${half}.conv_norm_out`,
    }
  }
  const [blocks, resize] = half === 'decoder' ? ['up', 'upsample'] : ['down', 'downsample']
  const levels = graph.countOf(`${half}.${blocks}.`, '.block.0.norm1.weight')
  // A decoder's levels are numbered from the largest picture on, and run the other way.
  const numberOf = (level: number) => (half === 'decoder' ? levels - 1 - level : level)
  return {
    first: `${half}.mid.block_1`,
    second: `${half}.mid.block_2`,
    attention: `${half}.mid.attn_1`,
    norm: 'norm',
    block: (level, block) => `${half}.${blocks}.${numberOf(level)}.block.${block}`,
    resize: (level) => `${half}.${blocks}.${numberOf(level)}.${resize}.conv`,
    normOut: `${half}.norm_out`,
  }
}

const silu = (graph: TorchGraph, x: Planes): Planes => ({ ...x, value: graph.silu(x.value) })

/** Two convolutions, each after a norm, and what came in added. */
function residual(graph: TorchGraph, at: string, x: Planes): Planes {
  const first = graph.conv(`${at}.conv1`, silu(graph, graph.groupNorm(`${at}.norm1`, x, epsilon)))
  const second = graph.conv(`${at}.conv2`, silu(graph, graph.groupNorm(`${at}.norm2`, first, epsilon)))
  const shortcut = ['conv_shortcut', 'nin_shortcut'].find((name) => graph.has(`${at}.${name}.weight`))
  const kept = shortcut ? graph.conv(`${at}.${shortcut}`, x) : x
  return { ...second, value: graph.op('Add', [kept.value, second.value]) }
}

/** The names of queries, keys, values and the way out: of diffusers, of its older releases, and of checkpoints of one file. */
const attentionNames = [
  ['to_q', 'to_k', 'to_v', 'to_out.0'],
  ['query', 'key', 'value', 'proj_attn'],
  ['q', 'k', 'v', 'proj_out'],
] as const

/** Each pixel attends to all others. */
function attention(graph: TorchGraph, { attention: at, norm }: Names, x: Planes): Planes {
  const { channels: size, height, width } = x
  const count = height * width
  const names = attentionNames.find(([query]) => graph.has(`${at}.${query}.weight`)) ?? attentionNames[0]
  const normal = graph.groupNorm(`${at}.${norm}`, x, epsilon)
  const rows = (y: Planes) => graph.op('Transpose', [graph.reshape(y.value, 1, size, count)], { perm: [0, 2, 1] })
  const planes = (value: string): Planes => ({
    ...x,
    value: graph.reshape(graph.op('Transpose', [value], { perm: [0, 2, 1] }), 1, size, height, width),
  })
  // A convolution of one pixel in checkpoints of one file, a linear layer in diffusers.
  const isLinear = graph.shapeOf(`${at}.${names[0]}.weight`).length === 2
  const read = (name: string) =>
    isLinear ? graph.linear(`${at}.${name}`, rows(normal)) : rows(graph.conv(`${at}.${name}`, normal))
  const [q, k, v] = [read(names[0]), read(names[1]), read(names[2])].map((value) => ({ value, count }))
  if (!q || !k || !v) throw new Error('There are three of them.')
  const mixed = graph.attention(q, k, v, { size, heads: 1 })
  const out = isLinear
    ? planes(graph.linear(`${at}.${names[3]}`, mixed))
    : graph.conv(`${at}.${names[3]}`, planes(mixed))
  return { ...x, value: graph.op('Add', [x.value, out.value]) }
}

function middle(graph: TorchGraph, names: Names, x: Planes): Planes {
  return residual(graph, names.second, attention(graph, names, residual(graph, names.first, x)))
}

/** The blocks of all levels, with a step between two of them. */
function levels(graph: TorchGraph, names: Names, from: Planes, step: (name: string, x: Planes) => Planes): Planes {
  let x = from
  for (let level = 0; graph.has(`${names.block(level, 0)}.norm1.weight`); level += 1) {
    for (let block = 0; graph.has(`${names.block(level, block)}.norm1.weight`); block += 1)
      x = residual(graph, names.block(level, block), x)
    if (graph.has(`${names.resize(level)}.weight`)) x = step(names.resize(level), x)
  }
  return x
}

/** Halves the sides, with a row and a column of zeros at the end alone. */
function halve(graph: TorchGraph, name: string, x: Planes): Planes {
  const weights = [graph.weight(`${name}.weight`), graph.weight(`${name}.bias`)]
  const value = graph.op('Conv', [x.value, ...weights], { kernel_shape: [3, 3], strides: [2, 2], pads: [0, 0, 1, 1] })
  return { value, channels: graph.shapeOf(`${name}.weight`)[0] ?? 0, height: x.height / 2, width: x.width / 2 }
}

const lastConv = (graph: TorchGraph, half: Half, names: Names, x: Planes) =>
  graph.conv(`${half}.conv_out`, silu(graph, graph.groupNorm(names.normOut, x, epsilon)))

/** Writes the decoder. Input: latent [1, 4, h, w]; output: picture [1, 3, 8h, 8w], about 0 to 1. @throws UnusableModel */
export function writeFullDecoder(file: string, { height, width }: LatentSize): Buffer {
  const graph = open(file, 'decoder')
  const names = namesOf(graph, 'decoder')
  const latent = graph.input('latent', [1, 4, height, width])
  const unscaled = { value: graph.op('Mul', [latent, graph.number(1 / scaling)]), channels: 4, height, width }
  const first = graph.conv('decoder.conv_in', graph.conv('post_quant_conv', unscaled))
  const large = levels(graph, names, middle(graph, names, first), (name, x) => graph.conv(name, graph.enlarge(x)))
  const last = lastConv(graph, 'decoder', names, large)
  // From -1 to 1, to 0 to 1.
  const half = graph.op('Mul', [last.value, graph.number(0.5)])
  graph.output('picture', graph.op('Add', [half, graph.number(0.5)]), [1, 3, last.height, last.width])
  return graph.toBytes()
}

/** Writes the encoder. Input: picture [1, 3, 8h, 8w], 0 to 1; output: latent [1, 4, h, w], the mean of what it stands for. @throws UnusableModel */
export function writeFullEncoder(file: string, { height, width }: LatentSize): Buffer {
  const graph = open(file, 'encoder')
  const names = namesOf(graph, 'encoder')
  const [tall, wide] = [height * 8, width * 8]
  const picture = graph.input('picture', [1, 3, tall, wide])
  const doubled = graph.op('Mul', [picture, graph.number(2)])
  const value = graph.op('Add', [doubled, graph.number(-1)])
  const first = graph.conv('encoder.conv_in', { value, channels: 3, height: tall, width: wide })
  const small = levels(graph, names, first, (name, x) => halve(graph, name, x))
  const moments = graph.conv('quant_conv', lastConv(graph, 'encoder', names, middle(graph, names, small)))
  const [mean] = graph.halves(moments.value, { axis: 1, size: 4 })
  graph.output('latent', graph.op('Mul', [mean, graph.number(scaling)]), [1, 4, height, width])
  return graph.toBytes()
}
