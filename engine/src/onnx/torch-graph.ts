import { basename } from 'node:path'
import { UnusableModel } from '../unusable-model.ts'
import { OnnxGraph } from './onnx-graph.ts'
import { readSafetensors, type StoredTensor, type StoredTensors } from './safetensors.ts'

/** Planes of numbers in the middle of a net: [1, channels, height, width]. */
export type Planes = {
  readonly value: string
  readonly channels: number
  readonly height: number
  readonly width: number
}

/** The rows that queries attend to: `count` rows of numbers. */
type Rows = { readonly value: string; readonly count: number }

/**
 * Layers of PyTorch as ONNX operators, for weights that are named and shaped as PyTorch saves them in one .safetensors file.
 * Each name is looked up after `prefix`.
 */
export class TorchGraph extends OnnxGraph {
  readonly #file: string
  readonly #tensors: StoredTensors
  readonly #prefix: string
  readonly #used = new Map<string, string>()
  #groups: { readonly ones: string; readonly zeros: string } | null = null

  private constructor(file: string, tensors: StoredTensors, prefix: string) {
    super()
    this.#file = basename(file)
    this.#tensors = tensors
    this.#prefix = prefix
  }

  /**
   * @param net.what What the file should hold, for the sentence: 'a U-Net'.
   * @param net.probes A name that must be there, by each prefix that may stand before the names.
   * @throws UnusableModel where none of them is there.
   */
  static open(file: string, net: { what: string; probes: Readonly<Record<string, string>> }): TorchGraph {
    const tensors = readSafetensors(file)
    const found = Object.entries(net.probes).find(([prefix, probe]) => tensors.has(prefix + probe))
    if (found) return new TorchGraph(file, tensors, found[0])
    throw new UnusableModel(`${basename(file)} holds no ${net.what} that this engine knows. Install the model again.`)
  }

  has(name: string): boolean {
    return this.#tensors.has(this.#prefix + name)
  }

  shapeOf(name: string): readonly number[] {
    return this.#stored(name).shape
  }

  /** Number of entries of a name with a number in it, from 0 on: `${before}3${after}`. */
  countOf(before: string, after: string): number {
    let count = 0
    while (this.has(`${before}${count}${after}`)) count += 1
    return count
  }

  weight(name: string): string {
    const { type, shape, offset, length } = this.#stored(name)
    return this.#once(name, () => this.external(type, shape, { location: this.#file, offset, length }))
  }

  /** One of `parts` equal parts of a weight along its first dimension. */
  weightPart(name: string, { part, parts }: { part: number; parts: number }): string {
    const { type, shape, offset, length } = this.#stored(name)
    const [first = 0, ...rest] = shape
    const place = { location: this.#file, offset: offset + (length / parts) * part, length: length / parts }
    return this.#once(`${name} ${part}`, () => this.external(type, [first / parts, ...rest], place))
  }

  number(value: number): string {
    return this.#once(`number ${value}`, () => this.constant(Float32Array.of(value), [1]))
  }

  reshape(value: string, ...dimensions: number[]): string {
    const shape = this.#once(`shape ${dimensions}`, () =>
      this.constant(BigInt64Array.from(dimensions, BigInt), [dimensions.length]),
    )
    return this.op('Reshape', [value, shape])
  }

  conv(name: string, x: Planes, stride: 1 | 2 = 1): Planes {
    const [out = 0, , kernel = 1] = this.shapeOf(`${name}.weight`)
    const pad = (kernel - 1) / 2
    const bias = this.has(`${name}.bias`) ? [this.weight(`${name}.bias`)] : []
    const value = this.op('Conv', [x.value, this.weight(`${name}.weight`), ...bias], {
      kernel_shape: [kernel, kernel],
      strides: [stride, stride],
      pads: [pad, pad, pad, pad],
    })
    return { value, channels: out, height: x.height / stride, width: x.width / stride }
  }

  linear(name: string, x: string): string {
    const bias = this.has(`${name}.bias`) ? this.weight(`${name}.bias`) : null
    return this.project(x, this.weight(`${name}.weight`), bias)
  }

  /** x · weightᵀ + bias. */
  project(x: string, weight: string, bias: string | null): string {
    const product = this.op('MatMul', [x, this.op('Transpose', [weight], { perm: [1, 0] })])
    return bias === null ? product : this.op('Add', [product, bias])
  }

  silu(x: string): string {
    return this.op('Mul', [x, this.op('Sigmoid', [x])])
  }

  /** The exact GELU: x/2 · (1 + erf(x/√2)). */
  gelu(x: string): string {
    const erf = this.op('Erf', [this.op('Mul', [x, this.number(Math.SQRT1_2)])])
    return this.op('Mul', [this.op('Mul', [x, this.number(0.5)]), this.op('Add', [erf, this.number(1)])])
  }

  /** OpenAI's approximation of it: x · sigmoid(1.702 x). */
  quickGelu(x: string): string {
    return this.op('Mul', [x, this.op('Sigmoid', [this.op('Mul', [x, this.number(1.702)])])])
  }

  layerNorm(name: string, x: string): string {
    const args = [x, this.weight(`${name}.weight`), this.weight(`${name}.bias`)]
    return this.op('LayerNormalization', args, { axis: -1, epsilon: { float: 1e-5 } })
  }

  /** Over 32 groups of channels, written as InstanceNormalization: ONNX has GroupNormalization only from operator set 18 on. */
  groupNorm(name: string, x: Planes, epsilon = 1e-5): Planes {
    this.#groups ??= {
      ones: this.constant(new Float32Array(32).fill(1), [32]),
      zeros: this.constant(new Float32Array(32), [32]),
    }
    const args = [this.reshape(x.value, 1, 32, -1), this.#groups.ones, this.#groups.zeros]
    const normal = this.op('InstanceNormalization', args, { epsilon: { float: epsilon } })
    const back = this.reshape(normal, 1, x.channels, x.height, x.width)
    const [scale, shift] = ['weight', 'bias'].map((part) =>
      this.reshape(this.weight(`${name}.${part}`), x.channels, 1, 1),
    )
    return { ...x, value: this.op('Add', [this.op('Mul', [back, scale]), shift]) }
  }

  /** Attention of several heads over projected queries, keys and values; `mask` is added to the products. */
  attention(q: Rows, k: Rows, v: Rows, { size, heads, mask }: { size: number; heads: number; mask?: string }): string {
    const depth = size / heads
    const split = ({ value, count }: Rows) =>
      this.op('Transpose', [this.reshape(value, 1, count, heads, depth)], { perm: [0, 2, 1, 3] })
    const scaled = this.op('Mul', [split(q), this.number(depth ** -0.5)])
    const near = this.op('MatMul', [scaled, this.op('Transpose', [split(k)], { perm: [0, 1, 3, 2] })])
    const masked = mask === undefined ? near : this.op('Add', [near, mask])
    const mixed = this.op('MatMul', [this.op('Softmax', [masked], { axis: -1 }), split(v)])
    return this.reshape(this.op('Transpose', [mixed], { perm: [0, 2, 1, 3] }), 1, q.count, size)
  }

  /** Doubles both sides by repeating pixels. */
  enlarge(x: Planes): Planes {
    const scales = this.#once('scales', () => this.constant(Float32Array.of(1, 1, 2, 2), [4]))
    const how = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
    return { ...x, value: this.op('Resize', [x.value, '', scales], how), height: x.height * 2, width: x.width * 2 }
  }

  #stored(name: string): StoredTensor {
    const tensor = this.#tensors.get(this.#prefix + name)
    if (tensor) return tensor
    throw new UnusableModel(
      `${this.#file} has no ${this.#prefix}${name}, which its net needs. Install the model again.`,
    )
  }

  #once(key: string, make: () => string): string {
    const known = this.#used.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#used.set(key, made)
    return made
  }
}
