import { OnnxGraph } from '../onnx/onnx-graph.ts'
import { UnusableModel } from '../unusable-model.ts'

const unusable = () =>
  new UnusableModel('This net of ncnn has other layers than the engine knows, or is damaged. Install the model again.')

/** The weights of a .bin file: one layer's after another's, in the order of the .param file. */
class Weights {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes)
  }

  floats(count: number): Float32Array {
    return new Float32Array(this.#take(4 * count))
  }

  /** Weights that may be half floats: a tag says so, and they end at a multiple of four bytes. */
  tagged(count: number): Float32Array | Uint16Array {
    const tag = new Uint32Array(this.#take(4))[0]
    if (tag === 0 || tag === 0x0002c056) return this.floats(count)
    if (tag !== 0x01306b47) throw unusable()
    return new Uint16Array(this.#take(Math.ceil(count / 2) * 4)).subarray(0, count)
  }

  get isUsedUp(): boolean {
    return this.#at === this.#bytes.byteLength
  }

  #take(length: number): ArrayBuffer {
    if (!(length >= 0) || this.#at + length > this.#bytes.byteLength) throw unusable()
    const taken = new Uint8Array(length)
    taken.set(this.#bytes.subarray(this.#at, this.#at + length))
    this.#at += length
    return taken.buffer
  }
}

/** `0=64 1=3 -23310=1,0.2`: numbers by their key, lists by the key behind -233. */
function settingsOf(words: readonly string[]) {
  const settings = new Map(
    words.map((word): [number, readonly number[]] => {
      const [key = '', text = ''] = word.split('=')
      const values = text.split(',').map(Number)
      return Number(key) <= -23_300 ? [-Number(key) - 23_300, values.slice(1)] : [Number(key), values]
    }),
  )
  return {
    number: (key: number, usual = 0) => settings.get(key)?.[0] ?? usual,
    list: (key: number) => settings.get(key) ?? [],
  }
}

type Settings = ReturnType<typeof settingsOf>

function convolution(graph: OnnxGraph, weights: Weights, x: string, settings: Settings): string {
  const [out, kernel, count, pad] = [0, 1, 6, 4].map((key) => settings.number(key))
  const bias = settings.number(5) === 1
  const args = [x, graph.constant(weights.tagged(count), [out, count / out / kernel / kernel, kernel, kernel])]
  if (bias) args.push(graph.constant(weights.floats(out), [out]))
  const y = graph.op('Conv', args, { kernel_shape: [kernel, kernel], pads: [pad, pad, pad, pad] })
  const activation = settings.number(9)
  if (activation === 1) return graph.op('Relu', [y])
  return activation === 2 ? graph.op('LeakyRelu', [y], { alpha: { float: settings.list(10)[0] ?? 0.01 } }) : y
}

const number = (graph: OnnxGraph, value: number) => graph.constant(Float32Array.of(value), [1])

/** The layers that both forms of Real-ESRGAN are made of. */
function layer(
  graph: OnnxGraph,
  weights: Weights,
  { type, inputs }: { readonly type: string; readonly inputs: readonly string[] },
  settings: Settings,
): string {
  const [x = ''] = inputs
  switch (type) {
    case 'Input':
      return graph.input('picture', [1, 3, 'height', 'width'])
    case 'Split':
      return x
    case 'Convolution':
      return convolution(graph, weights, x, settings)
    case 'PReLU': {
      const count = settings.number(0)
      return graph.op('PRelu', [x, graph.constant(weights.floats(count), [count, 1, 1])])
    }
    case 'Concat':
      return graph.op('Concat', inputs, { axis: 1 })
    case 'Eltwise': {
      const factors = settings.list(1)
      const terms = inputs.map((each, i) => graph.op('Mul', [each, number(graph, factors[i] ?? 1)]))
      return terms.reduce((sum, each) => graph.op('Add', [sum, each]))
    }
    case 'BinaryOp': {
      const kind = ['Add', 'Sub', 'Mul', 'Div'][settings.number(0)]
      if (kind === undefined) throw unusable()
      return graph.op(kind, [x, settings.number(1) === 1 ? number(graph, settings.number(2)) : inputs[1]])
    }
    case 'Interp': {
      const scales = graph.constant(Float32Array.of(1, 1, settings.number(1), settings.number(1)), [4])
      const mode = settings.number(0) === 1 ? 'nearest' : 'linear'
      const how = { mode, coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
      return graph.op('Resize', [x, '', scales], how)
    }
    case 'PixelShuffle':
      return graph.op('DepthToSpace', [x], { blocksize: settings.number(0), mode: 'CRD' })
    default:
      throw unusable()
  }
}

/**
 * Writes a net of super resolution of ncnn as an ONNX model. Input: picture [1, 3, height, width], 0 to 1; output: larger.
 * @param param The text that lists the layers (https://github.com/Tencent/ncnn/wiki/param-and-model-file-structure).
 * @param bin Their weights. @throws UnusableModel for other layers, or where the weights don't fit.
 */
export function writeNcnnNet(param: string, bin: Uint8Array): Uint8Array {
  const graph = new OnnxGraph()
  const weights = new Weights(bin)
  const values = new Map<string, string>()
  let last = ''
  // After a magic number and the counts.
  for (const line of param.trim().split('\n').slice(2)) {
    const [type = '', , ins, outs, ...words] = line.trim().split(/\s+/)
    const [inputCount, outputCount] = [Number(ins), Number(outs)]
    const inputs = words.slice(0, inputCount).map((name) => values.get(name) ?? '')
    if (inputs.includes('')) throw unusable()
    last = layer(graph, weights, { type, inputs }, settingsOf(words.slice(inputCount + outputCount)))
    for (const name of words.slice(inputCount, inputCount + outputCount)) values.set(name, last)
  }
  if (last === '' || !weights.isUsedUp) throw unusable()
  graph.output('larger', last, [1, 3, 'larger_height', 'larger_width'])
  return graph.toBytes()
}
