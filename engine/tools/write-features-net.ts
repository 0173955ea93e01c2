/**
 * Writes engine/nets/picture-features.onnx from the MobileNetV2 of nsfwjs (MIT), whose layers TensorFlow.js reads:
 * `node engine/tools/write-features-net.ts <folder of the package>`. Weights stay in eight bits, as they were published.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OnnxGraph } from '#engine/onnx/onnx-graph.ts'

type Quantized = {
  readonly shape: readonly number[]
  readonly raw: Uint8Array
  readonly scale: number
  readonly min: number
}
type Layer = {
  readonly name: string
  readonly class_name: string
  readonly config: Record<string, unknown>
  readonly inbound_nodes: readonly (readonly (readonly [string])[])[]
}
type Manifest = readonly {
  readonly weights: readonly {
    readonly name: string
    readonly shape: readonly number[]
    readonly quantization: { readonly scale: number; readonly min: number }
  }[]
}[]

const [folder = ''] = process.argv.slice(2)
const load = createRequire(import.meta.url)
const model = load(join(folder, 'dist/models/mobilenet_v2/model.min.js'))
const shard = Buffer.from(load(join(folder, 'dist/models/mobilenet_v2/group1-shard1of1.min.js')) as string, 'base64')

function readWeights(manifest: Manifest): ReadonlyMap<string, Quantized> {
  let at = 0
  return new Map(
    manifest.flatMap(({ weights }) =>
      weights.map(({ name, shape, quantization }): [string, Quantized] => {
        const length = shape.reduce((product, each) => product * each, 1)
        at += length
        return [name, { shape, raw: shard.subarray(at - length, at), ...quantization }]
      }),
    ),
  )
}

/** Puts the axes of a kernel in another order: Keras has height, width, in, out. */
function permuted({ shape, raw, ...rest }: Quantized, order: readonly number[]): Quantized {
  const to = order.map((axis) => shape[axis] ?? 1)
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, each) => product * each, 1))
  const out = Uint8Array.from({ length: raw.length }, (_, place) => {
    let left = place
    let from = 0
    for (let axis = to.length - 1; axis >= 0; axis -= 1) {
      from += (left % (to[axis] ?? 1)) * (strides[order[axis] ?? 0] ?? 0)
      left = Math.floor(left / (to[axis] ?? 1))
    }
    return raw[from] ?? 0
  })
  return { shape: to, raw: out, ...rest }
}

const weights = readWeights(model.weightsManifest)
const graph = new OnnxGraph()
const put = ({ raw, shape, scale, min }: Quantized) => {
  const bytes = graph.constant(raw, shape)
  return graph.op('Add', [
    graph.op('Mul', [bytes, graph.constant(Float32Array.of(scale), [1])]),
    graph.constant(Float32Array.of(min), [1]),
  ])
}
const scalar = (value: number) => graph.constant(Float32Array.of(value), [])
const weightOf = (name: string) => {
  const found = weights.get(name) ?? [...weights].find(([each]) => each.endsWith(name))?.[1]
  if (!found) throw new Error(`There is no weight ${name}.`)
  return found
}

const values = new Map<string, string>()
let features = ''
let last = ''

function write({ name, class_name: type, config, inbound_nodes: inbound }: Layer): string {
  const inputs = (inbound[0] ?? []).map(([from]) => values.get(from) ?? '')
  const [x = ''] = inputs
  switch (type) {
    case 'InputLayer':
      return graph.op('Transpose', [graph.input('picture', [1, 224, 224, 3])], { perm: [0, 3, 1, 2] })
    case 'Conv2D':
    case 'DepthwiseConv2D': {
      const isByDepth = type === 'DepthwiseConv2D'
      const kernel = permuted(
        weightOf(`${name}/${isByDepth ? 'depthwise_kernel' : 'kernel'}`),
        isByDepth ? [2, 3, 0, 1] : [3, 2, 0, 1],
      )
      const bias = config.use_bias === true ? [put(weightOf(`${name}/bias`))] : []
      return graph.op('Conv', [x, put(kernel), ...bias], {
        kernel_shape: config.kernel_size as number[],
        strides: config.strides as number[],
        group: isByDepth ? (kernel.shape[0] ?? 1) : 1,
        auto_pad: config.padding === 'same' ? 'SAME_UPPER' : 'VALID',
      })
    }
    case 'BatchNormalization': {
      const parts = ['gamma', 'beta', 'moving_mean', 'moving_variance'].map((part) => put(weightOf(`${name}/${part}`)))
      return graph.op('BatchNormalization', [x, ...parts], { epsilon: { float: Number(config.epsilon) } })
    }
    case 'ReLU':
      return graph.op('Clip', [x, scalar(0), scalar(Number(config.max_value))])
    case 'Add':
      return inputs.reduce((sum, each) => graph.op('Add', [sum, each]))
    case 'ZeroPadding2D': {
      const [[top, bottom], [left, right]] = config.padding as [[number, number], [number, number]]
      const pads = BigInt64Array.from([0, 0, top, left, 0, 0, bottom, right].map(BigInt))
      return graph.op('Pad', [x, graph.constant(pads, [8])])
    }
    case 'AveragePooling2D':
      return graph.op('AveragePool', [x], { kernel_shape: [7, 7], strides: [7, 7] })
    case 'Flatten':
      // One pixel is left: the order of the axes does not matter.
      features = graph.op('Flatten', [x], { axis: 1 })
      return features
    case 'Dropout':
      return x
    case 'Dense': {
      const sum = graph.op('Gemm', [x, put(weightOf(`${name}/kernel`)), put(weightOf(`${name}/bias`))])
      return config.activation === 'relu' ? graph.op('Relu', [sum]) : graph.op('Softmax', [sum], { axis: 1 })
    }
    default:
      throw new Error(`${name} is a layer of an unknown kind: ${type}`)
  }
}

const topology = model.modelTopology.model_config?.config ?? model.modelTopology.config
for (const layer of topology.layers as readonly Layer[]) {
  last = write(layer)
  values.set(layer.name, last)
}
graph.output('features', features, [1, 1280])
graph.output('classes', last, [1, 5])
writeFileSync(fileURLToPath(new URL('../nets/picture-features.onnx', import.meta.url)), graph.toBytes())
