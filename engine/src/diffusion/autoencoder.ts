import type { LatentSize } from '../frame.ts'
import { type Planes, TorchGraph } from '../onnx/torch-graph.ts'
import { holdsFull, writeFullDecoder, writeFullEncoder } from './full-autoencoder.ts'

/**
 * TAESD, the small autoencoder of Stable Diffusion (https://github.com/madebyollin/taesd), in the names of the diffusers library.
 * Its layers are a sequence of numbered ones; a number without weights is an activation, or doubles the sides.
 */
const open = (file: string, half: 'encoder' | 'decoder') =>
  TorchGraph.open(file, { what: `small ${half} (TAESD)`, probes: { [`${half}.layers.`]: '0.weight' } })

const relu = (graph: TorchGraph, x: Planes): Planes => ({ ...x, value: graph.op('Relu', [x.value]) })

/** Three convolutions, and what came in added. */
function block(graph: TorchGraph, at: string, x: Planes): Planes {
  const first = relu(graph, graph.conv(`${at}.conv.0`, x))
  const second = relu(graph, graph.conv(`${at}.conv.2`, first))
  const third = graph.conv(`${at}.conv.4`, second)
  return relu(graph, { ...third, value: graph.op('Add', [third.value, x.value]) })
}

/** Writes the decoder that the file holds. Input: latent [1, 4, h, w]; output: picture [1, 3, 8h, 8w], 0 to 1. @throws UnusableModel */
export function writeDecoder(file: string, { height, width }: LatentSize): Buffer {
  if (holdsFull(file, 'decoder')) return writeFullDecoder(file, { height, width })
  const graph = open(file, 'decoder')
  const latent = graph.input('latent', [1, 4, height, width])
  // Latents end softly at ±3.
  const bounded = graph.op('Tanh', [graph.op('Mul', [latent, graph.number(1 / 3)])])
  let x: Planes = { value: graph.op('Mul', [bounded, graph.number(3)]), channels: 4, height, width }
  for (let i = 0; x.channels !== 3; i += 1) {
    if (graph.has(`${i}.conv.0.weight`)) x = block(graph, `${i}`, x)
    else if (i === 1) x = relu(graph, x)
    else if (i < 18 && !graph.has(`${i}.weight`)) x = graph.enlarge(x)
    else x = graph.conv(`${i}`, x)
  }
  graph.output('picture', x.value, [1, 3, x.height, x.width])
  return graph.toBytes()
}

/** Writes the encoder that the file holds. Input: picture [1, 3, 8h, 8w], 0 to 1; output: latent [1, 4, h, w]. @throws UnusableModel */
export function writeEncoder(file: string, { height, width }: LatentSize): Buffer {
  if (holdsFull(file, 'encoder')) return writeFullEncoder(file, { height, width })
  const graph = open(file, 'encoder')
  const picture = graph.input('picture', [1, 3, height * 8, width * 8])
  let x: Planes = { value: picture, channels: 3, height: height * 8, width: width * 8 }
  for (let i = 0; x.channels !== 4; i += 1) {
    if (graph.has(`${i}.conv.0.weight`)) x = block(graph, `${i}`, x)
    // Only the convolutions that halve the sides have no bias.
    else x = graph.conv(`${i}`, x, graph.has(`${i}.bias`) ? 1 : 2)
  }
  graph.output('latent', x.value, [1, 4, x.height, x.width])
  return graph.toBytes()
}
