import type { LatentSize } from '../frame.ts'
import { type Planes, TorchGraph } from '../onnx/torch-graph.ts'
import { UnusableModel } from '../unusable-model.ts'
import { tokenCount } from './tokenizer.ts'
import { type UnetLayer, type UnetLayout, unetLayout } from './unet-layout.ts'

/** A U-Net of Stable Diffusion 1.x or 2.x as an ONNX model. */
export type Unet = {
  /** Inputs: latent [1, 4, height, width], text [1, 77, textWidth], time [1, timeWidth], and guidance [1, guidanceWidth] where it is not null; output: noise, as latent. */
  readonly model: Uint8Array
  readonly textWidth: number
  readonly timeWidth: number
  readonly guidanceWidth: number | null
}

type Around = { readonly time: string; readonly text: string; readonly textWidth: number; readonly layout: UnetLayout }

/** 8 heads in 1.x; heads of 64 numbers in 2.x, whose text encoder is 1,024 wide. */
const headsOf = (channels: number, textWidth: number) => (textWidth === 1_024 ? channels / 64 : 8)

function residual(graph: TorchGraph, at: string, x: Planes, { time, layout: { residual: names } }: Around): Planes {
  const silu = (y: Planes): Planes => ({ ...y, value: graph.silu(y.value) })
  const first = graph.conv(`${at}.${names.conv1}`, silu(graph.groupNorm(`${at}.${names.norm1}`, x)))
  const shift = graph.reshape(graph.linear(`${at}.${names.time}`, graph.silu(time)), 1, first.channels, 1, 1)
  const shifted = { ...first, value: graph.op('Add', [first.value, shift]) }
  const second = graph.conv(`${at}.${names.conv2}`, silu(graph.groupNorm(`${at}.${names.norm2}`, shifted)))
  const hasShortcut = graph.has(`${at}.${names.shortcut}.weight`)
  const kept = hasShortcut ? graph.conv(`${at}.${names.shortcut}`, x) : x
  return { ...second, value: graph.op('Add', [kept.value, second.value]) }
}

/** Attention to itself and to the text, and a gated feed-forward layer. */
function transformer(graph: TorchGraph, at: string, x: Planes, { text, textWidth }: Around): Planes {
  const { channels: size, height, width } = x
  const count = height * width
  const heads = headsOf(size, textWidth)
  const rows = (y: Planes) => graph.op('Transpose', [graph.reshape(y.value, 1, size, count)], { perm: [0, 2, 1] })
  const planes = (y: string): Planes => ({
    ...x,
    value: graph.reshape(graph.op('Transpose', [y], { perm: [0, 2, 1] }), 1, size, height, width),
  })
  const attend = (name: string, y: string, other: { value: string; count: number }) => {
    const q = { value: graph.linear(`${name}.to_q`, y), count }
    const [k, v] = ['to_k', 'to_v'].map((part) => ({ ...other, value: graph.linear(`${name}.${part}`, other.value) }))
    return graph.linear(`${name}.to_out.0`, graph.attention(q, k, v, { size, heads }))
  }
  // A convolution of one pixel in 1.x, a linear layer in 2.x.
  const isLinear = graph.shapeOf(`${at}.proj_in.weight`).length === 2
  const normal = graph.groupNorm(`${at}.norm`, x, 1e-6)
  let y = isLinear ? graph.linear(`${at}.proj_in`, rows(normal)) : rows(graph.conv(`${at}.proj_in`, normal))
  const blocks = graph.countOf(`${at}.transformer_blocks.`, '.norm1.weight')
  for (let i = 0; i < blocks; i += 1) {
    const block = `${at}.transformer_blocks.${i}`
    const own = graph.layerNorm(`${block}.norm1`, y)
    y = graph.op('Add', [y, attend(`${block}.attn1`, own, { value: own, count })])
    const toText = attend(`${block}.attn2`, graph.layerNorm(`${block}.norm2`, y), { value: text, count: tokenCount })
    y = graph.op('Add', [y, toText])
    const wide = graph.linear(`${block}.ff.net.0.proj`, graph.layerNorm(`${block}.norm3`, y))
    const [passed, gate] = graph.halves(wide, { axis: 2, size: size * 4 })
    y = graph.op('Add', [y, graph.linear(`${block}.ff.net.2`, graph.op('Mul', [passed, graph.gelu(gate)]))])
  }
  const out = isLinear ? planes(graph.linear(`${at}.proj_out`, y)) : graph.conv(`${at}.proj_out`, planes(y))
  return { ...x, value: graph.op('Add', [x.value, out.value]) }
}

function layer(graph: TorchGraph, { kind, at }: UnetLayer, x: Planes, around: Around): Planes {
  if (kind === 'residual') return residual(graph, at, x, around)
  if (kind === 'attention') return transformer(graph, at, x, around)
  return kind === 'downsample' ? graph.conv(at, x, 2) : graph.conv(at, graph.enlarge(x))
}

/**
 * Writes the U-Net of a checkpoint for latents of one size.
 * @throws UnusableModel where the file holds none.
 */
export function writeUnet(file: string, { height, width }: LatentSize): Unet {
  const graph = TorchGraph.open(file, {
    what: 'U-Net of Stable Diffusion 1 or 2',
    probes: { 'model.diffusion_model.': 'input_blocks.0.0.weight', '': 'conv_in.weight' },
  })
  const layout = unetLayout((name) => graph.has(name))
  const layers = [...layout.down, layout.middle, ...layout.up].flat()
  const [attention] = layers.filter(({ kind }) => kind === 'attention')
  if (!attention) throw new UnusableModel('The U-Net of this model reads no text. Install the model again.')
  const [, textWidth = 0] = graph.shapeOf(`${attention.at}.transformer_blocks.0.attn2.to_k.weight`)
  const [, timeWidth = 0] = graph.shapeOf(`${layout.timeIn}.weight`)
  const guidanceWidth = layout.guidance === null ? null : (graph.shapeOf(`${layout.guidance}.weight`)[1] ?? 0)

  const text = graph.input('text', [1, tokenCount, textWidth])
  let moment = graph.input('time', [1, timeWidth])
  if (layout.guidance !== null) {
    const guidance = graph.input('guidance', [1, guidanceWidth ?? 0])
    moment = graph.op('Add', [moment, graph.linear(layout.guidance, guidance)])
  }
  const time = graph.linear(layout.timeOut, graph.silu(graph.linear(layout.timeIn, moment)))
  const around = { time, text, textWidth, layout }
  const through = (steps: readonly UnetLayer[], from: Planes) =>
    steps.reduce((y, each) => layer(graph, each, y, around), from)

  const latent = graph.input('latent', [1, 4, height, width])
  let x = graph.conv(layout.convIn, { value: latent, channels: 4, height, width })
  const skips = [x]
  for (const step of layout.down) {
    x = through(step, x)
    skips.push(x)
  }
  x = through(layout.middle, x)
  for (const step of layout.up) {
    const skip = skips.pop()
    if (!skip) throw new UnusableModel('The U-Net of this model has more steps up than down. Install the model again.')
    const value = graph.op('Concat', [x.value, skip.value], { axis: 1 })
    x = through(step, { ...x, value, channels: x.channels + skip.channels })
  }
  const last = graph.groupNorm(layout.normOut, x)
  const noise = graph.conv(layout.convOut, { ...last, value: graph.silu(last.value) })
  graph.output('noise', noise.value, [1, 4, height, width])
  return { model: graph.toBytes(), textWidth, timeWidth, guidanceWidth }
}
