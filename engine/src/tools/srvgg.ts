import { OnnxGraph } from '../onnx/onnx-graph.ts'
import { type PyTorchTensors, readPyTorchFile } from '../onnx/pytorch-file.ts'
import { UnusableModel } from '../unusable-model.ts'

const unusable = () =>
  new UnusableModel('This net of super resolution has other layers than the engine knows. Install it again.')

/** Weights between two nets of the same form. @param share Of the first one, 0 to 1. */
function mixed(first: PyTorchTensors, second: PyTorchTensors, share: number): PyTorchTensors {
  return new Map(
    [...first].map(([name, { shape, data }]) => {
      const other = second.get(name)
      if (other?.data.length !== data.length) throw unusable()
      return [name, { shape, data: data.map((value, i) => share * value + (1 - share) * (other.data[i] ?? 0)) }]
    }),
  )
}

/**
 * Writes Real-ESRGAN's small net, SRVGGNetCompact (https://github.com/xinntao/Real-ESRGAN/blob/master/realesrgan/archs/srvgg_arch.py):
 * convolutions with PReLU between them, whose last one gives the pixels of the enlarged picture, added to the picture itself.
 * @param files PyTorch files of the net that cleans, and of the one that keeps what there is.
 * @param cleaning 0 to 1: how much of the first one.
 * @returns An ONNX model. Input: picture [1, 3, height, width], 0 to 1; output: larger.
 * @throws UnusableModel for other layers.
 */
export async function writeSrvgg(
  files: { readonly cleaning: string; readonly keeping: string },
  cleaning: number,
): Promise<Uint8Array> {
  const [first, second] = await Promise.all([readPyTorchFile(files.cleaning), readPyTorchFile(files.keeping)])
  const weights = mixed(first, second, cleaning)
  const graph = new OnnxGraph()
  const picture = graph.input('picture', [1, 3, 'height', 'width'])
  let value = picture
  let channels = 3
  for (let layer = 0; ; layer += 1) {
    const weight = weights.get(`body.${layer}.weight`)
    if (!weight) break
    const [out = 0, into, kernel = 0] = weight.shape
    if (weight.shape.length === 1) {
      if (out !== channels) throw unusable()
      value = graph.op('PRelu', [value, graph.constant(weight.data, [out, 1, 1])])
      continue
    }
    const bias = weights.get(`body.${layer}.bias`)
    if (!bias || into !== channels || kernel % 2 === 0) throw unusable()
    const pad = (kernel - 1) / 2
    const args = [value, graph.constant(weight.data, weight.shape), graph.constant(bias.data, bias.shape)]
    value = graph.op('Conv', args, { kernel_shape: [kernel, kernel], pads: [pad, pad, pad, pad] })
    channels = out
  }
  const factor = Math.sqrt(channels / 3)
  if (!Number.isInteger(factor) || factor < 2) throw unusable()
  const near = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
  const base = graph.op('Resize', [picture, '', graph.constant(Float32Array.of(1, 1, factor, factor), [4])], near)
  const detail = graph.op('DepthToSpace', [value], { blocksize: factor, mode: 'CRD' })
  graph.output('larger', graph.op('Add', [detail, base]), [1, 3, 'larger_height', 'larger_width'])
  return graph.toBytes()
}
