import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OnnxGraph } from '../onnx/onnx-graph.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-small-nets-'))

/** Writes a net of a few nodes. @param build Adds its nodes and outputs. @returns Its file. */
function smallNet(name: string, build: (graph: OnnxGraph) => void): string {
  const graph = new OnnxGraph()
  build(graph)
  const file = join(folder, `${name}.onnx`)
  writeFileSync(file, graph.toBytes())
  return file
}

/** Every pixel becomes the mean of its surroundings, then `factor` × `factor` of them. */
export const blurringNet = (factor: number) =>
  smallNet(`blur-${factor}`, (graph) => {
    const weights = new Float32Array(3 * 3 * 9)
    for (let c = 0; c < 3; c += 1) weights.fill(1 / 9, (c * 3 + c) * 9, (c * 3 + c + 1) * 9)
    const input = graph.input('picture', [1, 3, 'h', 'w'])
    const kernel = graph.constant(weights, [3, 3, 3, 3])
    const soft = graph.op('Conv', [input, kernel], { kernel_shape: [3, 3], pads: [1, 1, 1, 1] })
    const how = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
    const scales = graph.constant(Float32Array.of(1, 1, factor, factor), [4])
    graph.output('larger', graph.op('Resize', [soft, '', scales], how), [1, 3, 'H', 'W'])
  })

/** A net that finds what is bright: the mean of the channels, as it is given (`scale` 1) or as logits. */
export const brightnessNet = (scale = 1) =>
  smallNet(`bright-${scale}`, (graph) => {
    const input = graph.input('picture', [1, 3, 1024, 1024])
    const grey = graph.op('ReduceMean', [input], { axes: [1], keepdims: 1 })
    graph.output('mask', graph.op('Mul', [grey, graph.constant(Float32Array.of(scale), [1])]), [1, 1, 1024, 1024])
  })

/** A net with LaMa's inputs that paints its whole square in one gray, 0 to 255, where its mask is 1, and black elsewhere. */
export const lamaLikeNet = (grey: number) =>
  smallNet(`lama-${grey}`, (graph) => {
    const picture = graph.input('image', [1, 3, 512, 512])
    const mask = graph.input('mask', [1, 1, 512, 512])
    const hidden = graph.op('Mul', [picture, graph.constant(Float32Array.of(0), [1])])
    const painted = graph.op('Add', [hidden, graph.op('Mul', [mask, graph.constant(Float32Array.of(grey), [1])])])
    graph.output('output', painted, [1, 3, 512, 512])
  })

/** A net with MI-GAN's inputs of bytes: it paints 255 where its mask is 0 (the hole), and half of the picture elsewhere. */
export const miGanLikeNet = () =>
  smallNet('mi-gan', (graph) => {
    const toFloat = { to: 1 }
    const picture = graph.op('Cast', [graph.input('image', [1, 3, 'h', 'w'], 'uint8')], toFloat)
    const mask = graph.op('Cast', [graph.input('mask', [1, 1, 'h', 'w'], 'uint8')], toFloat)
    const number = (value: number) => graph.constant(Float32Array.of(value), [1])
    const kept = graph.op('Mul', [graph.op('Mul', [picture, number(0.5)]), graph.op('Div', [mask, number(255)])])
    const filled = graph.op('Sub', [number(255), mask])
    const bytes = graph.op('Cast', [graph.op('Add', [kept, filled])], { to: 2 })
    graph.output('result', bytes, [1, 3, 'h', 'w'], 'uint8')
  })
