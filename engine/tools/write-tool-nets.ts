/**
 * Writes nets of the form of tools without any training in them, for measurements: a net takes as long whatever its weights are.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OnnxGraph } from '#engine/onnx/onnx-graph.ts'
import { writePyTorchFile } from './write-pytorch-file.ts'

/** A map of features: its name in the graph, and how many channels it has. */
type Features = { readonly value: string; readonly channels: number }

const flat = (shape: readonly number[]) =>
  new Float32Array(shape.reduce((product, each) => product * each, 1)).fill(0.01)

/** A net in the making. */
class FormWriter {
  readonly graph = new OnnxGraph()

  constant(...shape: readonly number[]): string {
    return this.graph.constant(flat(shape), shape)
  }

  /** A convolution of the same size, or half of it, with its bias. A batch norm after it is part of it, as in exports. */
  conv(
    { value, channels }: Features,
    out: number,
    {
      kernel = 3,
      dilation = 1,
      stride = 1,
      groups = 1,
    }: { kernel?: number; dilation?: number; stride?: number; groups?: number } = {},
  ): Features {
    const pad = (dilation * (kernel - 1)) / 2
    const args = [value, this.constant(out, channels / groups, kernel, kernel), this.constant(out)]
    const how = {
      kernel_shape: [kernel, kernel],
      dilations: [dilation, dilation],
      strides: [stride, stride],
      pads: [pad, pad, pad, pad],
      group: groups,
    }
    return { value: this.graph.op('Conv', args, how), channels: out }
  }

  relu = ({ value, channels }: Features): Features => ({ value: this.graph.op('Relu', [value]), channels })

  halved = ({ value, channels }: Features): Features => ({
    value: this.graph.op('MaxPool', [value], { kernel_shape: [2, 2], strides: [2, 2] }),
    channels,
  })

  enlarged({ value, channels }: Features, factor = 2): Features {
    const scales = this.graph.constant(Float32Array.of(1, 1, factor, factor), [4])
    return { value: this.graph.op('Resize', [value, '', scales], { mode: 'linear' }), channels }
  }

  joined = (first: Features, second: Features): Features => ({
    value: this.graph.op('Concat', [first.value, second.value], { axis: 1 }),
    channels: first.channels + second.channels,
  })

  sum = (first: Features, second: Features): Features => ({
    value: this.graph.op('Add', [first.value, second.value]),
    channels: first.channels,
  })
}

/**
 * IS-Net (https://github.com/xuebinqin/DIS, `models/isnet.py`): a U of U-shaped blocks. Its file has 44 million weights in 178 MB,
 * this one as many.
 */
function isNetForm(): Uint8Array {
  const net = new FormWriter()
  const layer = (from: Features, out: number, dilation = 1) => net.relu(net.conv(from, out, { dilation }))

  /** 'RSU': a U of a depth inside of one block. */
  function block(from: Features, depth: number, middle: number, out: number): Features {
    const outer = layer(from, out)
    const rungs = [layer(outer, middle)]
    for (let i = 1; i < depth - 1; i += 1) rungs.push(layer(net.halved(rungs[i - 1] ?? outer), middle))
    let inner = layer(rungs.at(-1) ?? outer, middle, 2)
    for (const [i, rung] of [...rungs.entries()].reverse()) {
      inner = layer(net.joined(inner, rung), i === 0 ? out : middle)
      if (i > 0) inner = net.enlarged(inner)
    }
    return net.sum(inner, outer)
  }

  /** 'RSU4F': dilations in the place of smaller sizes. */
  function flatBlock(from: Features, middle: number, out: number): Features {
    const outer = layer(from, out)
    const first = layer(outer, middle)
    const second = layer(first, middle, 2)
    const third = layer(second, middle, 4)
    const deepest = layer(third, middle, 8)
    const back = layer(net.joined(deepest, third), middle, 4)
    const more = layer(net.joined(back, second), middle, 2)
    return net.sum(layer(net.joined(more, first), out), outer)
  }

  const picture = { value: net.graph.input('picture', [1, 3, 1_024, 1_024]), channels: 3 }
  const one = block(net.conv(picture, 64, { stride: 2 }), 7, 32, 64)
  const two = block(net.halved(one), 6, 32, 128)
  const three = block(net.halved(two), 5, 64, 256)
  const four = block(net.halved(three), 4, 128, 512)
  const five = flatBlock(net.halved(four), 256, 512)
  const six = flatBlock(net.halved(five), 256, 512)
  const backFive = flatBlock(net.joined(net.enlarged(six), five), 256, 512)
  const backFour = block(net.joined(net.enlarged(backFive), four), 4, 128, 256)
  const backThree = block(net.joined(net.enlarged(backFour), three), 5, 64, 128)
  const backTwo = block(net.joined(net.enlarged(backThree), two), 6, 32, 64)
  const backOne = block(net.joined(net.enlarged(backTwo), one), 7, 16, 64)
  const mask = net.graph.op('Sigmoid', [net.enlarged(net.conv(backOne, 1)).value])
  net.graph.output('mask', mask, [1, 1, 1_024, 1_024])
  return net.graph.toBytes()
}

/**
 * A net of MI-GAN's kind (https://github.com/Picsart-AI-Research/MI-GAN): an encoder and a decoder of separable convolutions, 64 channels
 * at a side of 512, twice as many at each half, 512 at most. Its own file has 28 MB, this one 20.
 */
function miGanForm(): Uint8Array {
  const net = new FormWriter()
  const separable = (from: Features, out: number, stride = 1) =>
    net.relu(net.conv(net.relu(net.conv(from, from.channels, { groups: from.channels, stride })), out, { kernel: 1 }))
  const widths = [64, 128, 256, 512, 512, 512, 512, 512]

  const { graph } = net
  const number = (value: number) => graph.constant(Float32Array.of(value), [1])
  const read = (name: string, channels: number) =>
    graph.op('Div', [graph.op('Cast', [graph.input(name, [1, channels, 512, 512], 'uint8')], { to: 1 }), number(255)])
  const given = net.joined({ value: read('image', 3), channels: 3 }, { value: read('mask', 1), channels: 1 })
  let value = net.relu(net.conv(given, widths[0] ?? 64, { kernel: 1 }))
  const rungs = [separable(value, value.channels)]
  for (const width of widths.slice(1)) {
    value = separable(rungs.at(-1) ?? value, width, 2)
    rungs.push(separable(value, width))
  }
  value = rungs.at(-1) ?? value
  for (const rung of rungs.slice(0, -1).reverse())
    value = separable(net.sum(separable(net.enlarged(value), rung.channels), rung), rung.channels)
  const colors = graph.op('Clip', [net.conv(value, 3, { kernel: 1 }).value, number(0), number(1)])
  graph.output(
    'result',
    graph.op('Cast', [graph.op('Mul', [colors, number(255)])], { to: 2 }),
    [1, 3, 512, 512],
    'uint8',
  )
  return graph.toBytes()
}

/** realesr-general-x4v3: 32 layers of 64 channels between the first and the last. */
function upscalerForm(): Uint8Array {
  const layers: [string, { shape: number[]; data: Float32Array }][] = []
  const add = (name: string, ...shape: number[]) => layers.push([name, { shape, data: flat(shape) }])
  for (let i = 0; i <= 33; i += 1) {
    const out = i === 33 ? 48 : 64
    add(`body.${2 * i}.weight`, out, i === 0 ? 3 : 64, 3, 3)
    add(`body.${2 * i}.bias`, out)
    if (i < 33) add(`body.${2 * i + 1}.weight`, 64)
  }
  return writePyTorchFile(new Map(layers), { below: 'params' })
}

/** Where the nets of tools are in a folder. */
export const toolNetsIn = (folder: string) => ({
  upscaler: join(folder, 'upscaler.pth'),
  isNet: join(folder, 'is-net.onnx'),
  miGan: join(folder, 'mi-gan.onnx'),
})

/** Writes all of them. */
export function writeToolNets(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { upscaler, isNet, miGan } = toolNetsIn(folder)
  writeFileSync(upscaler, upscalerForm())
  writeFileSync(isNet, isNetForm())
  writeFileSync(miGan, miGanForm())
}
