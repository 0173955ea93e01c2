import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createLocalEngine } from '../local-engine.ts'
import { OnnxGraph } from '../onnx/onnx-graph.ts'
import { runtimeInTest } from '../testing/runtime-in-test.ts'
import { farthest, listening, pixelsOf } from '../testing/tiny-tasks.ts'
import { writeNcnnNet } from './ncnn-net.ts'
import { tilesOf } from './tiles.ts'

describe('tiles', () => {
  const size = { width: 600, height: 300 }
  const tiles = tilesOf(size, { side: 256, margin: 32 })

  it('cover every pixel once', () => {
    expect(tiles).toHaveLength(6)
    expect(tiles.reduce((sum, { kept }) => sum + kept.width * kept.height, 0)).toBe(600 * 300)
    expect(tiles[4]?.kept).toEqual({ left: 256, top: 256, width: 256, height: 44 })
  })

  it('see a margin on each side that has one', () => {
    expect(tiles[0]?.seen).toEqual({ left: 0, top: 0, width: 288, height: 288 })
    expect(tiles[4]?.seen).toEqual({ left: 224, top: 224, width: 320, height: 76 })
  })
})

const folder = mkdtempSync(join(tmpdir(), 'espalier-upscale-'))
const engine = createLocalEngine({ leaseName: folder, runtimeFolder: runtimeInTest, threads: 1 })
afterAll(() => engine.close())

/** A net of two nodes: every pixel becomes the mean of its surroundings, then four. */
function blurringNet(): string {
  const graph = new OnnxGraph()
  const weights = new Float32Array(3 * 3 * 9)
  for (let c = 0; c < 3; c += 1) weights.fill(1 / 9, (c * 3 + c) * 9, (c * 3 + c + 1) * 9)
  const input = graph.input('picture', [1, 3, 'h', 'w'])
  const kernel = graph.constant(weights, [3, 3, 3, 3])
  const soft = graph.op('Conv', [input, kernel], { kernel_shape: [3, 3], pads: [1, 1, 1, 1] })
  const how = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
  const scales = graph.constant(Float32Array.of(1, 1, 2, 2), [4])
  graph.output('larger', graph.op('Resize', [soft, '', scales], how), [1, 3, 'H', 'W'])
  const file = join(folder, 'blur.onnx')
  writeFileSync(file, graph.toBytes())
  return file
}

/** A picture of noise, which shows every seam. */
async function noise(width: number, height: number) {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7_919 + (i >> 3) * 104_729) % 256)
  return {
    data,
    png: await sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  }
}

describe('enlarging by a net', () => {
  it('in tiles gives what the net gives for the whole picture, without a seam', async () => {
    const [width, height] = [300, 280]
    const { data, png } = await noise(width, height)
    const call = listening()
    const net = { kind: 'onnx', model: blurringNet() } as const
    const enlarged = await engine.enlarge({ net, picture: png }, call)
    const pixels = await pixelsOf(enlarged.png)
    const at = (x: number, y: number, c: number) =>
      x < 0 || y < 0 || x >= width || y >= height ? 0 : data[(y * width + x) * 3 + c]
    const expected = new Uint8Array(width * 2 * height * 2 * 3)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        for (let c = 0; c < 3; c += 1) {
          let sum = 0
          for (let dy = -1; dy <= 1; dy += 1) for (let dx = -1; dx <= 1; dx += 1) sum += at(x + dx, y + dy, c)
          for (const [dx, dy] of [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
          ])
            expected[((y * 2 + dy) * width * 2 + x * 2 + dx) * 3 + c] = Math.round(sum / 9)
        }
    expect(farthest(pixels, expected)).toBeLessThanOrEqual(1)
    expect(call.seen).toEqual([0.25, 0.5, 0.75, 1])
  })

  it("runs a net of ncnn's, as half or single floats, with the layers of Real-ESRGAN", async () => {
    const halves = (tag: number, weights: Uint8Array) =>
      Buffer.concat([Buffer.from(Uint32Array.of(tag).buffer), weights])
    // Doubles each side: four copies of each channel, of which PReLU leaves what is positive; then the picture itself is added, halved.
    const copies = Float32Array.from({ length: 36 }, (_, i) => (Math.floor(i / 3 / 4) === i % 3 ? 0.5 : 0))
    const param = [
      '7767517',
      '6 7',
      'Input data 0 1 data',
      'Split twice 1 2 data a b',
      'Convolution copies 1 1 a c 0=12 1=1 5=1 6=36',
      'PReLU slope 1 1 c d 0=12',
      'PixelShuffle up 1 1 d e 0=2',
      'Interp near 1 1 b f 0=1 1=2.0 2=2.0',
      'Eltwise sum 2 1 e f out 0=1 -23301=2,1.0,0.5',
    ].join('\n')
    const bias = new Float32Array(12)
    const slope = new Float32Array(12).fill(0.1)
    const bin = Buffer.concat([
      halves(0, Buffer.from(copies.buffer)),
      Buffer.from(bias.buffer),
      Buffer.from(slope.buffer),
    ])
    const files = { param: join(folder, 'net.param'), bin: join(folder, 'net.bin') }
    writeFileSync(files.param, param)
    writeFileSync(files.bin, bin)
    const { data, png } = await noise(20, 10)
    const { png: larger } = await engine.enlarge({ net: { kind: 'ncnn', ...files }, picture: png }, listening())
    const pixels = await pixelsOf(larger)
    expect(pixels.length).toBe(40 * 20 * 3)
    expect([...pixels.subarray(0, 6)]).toEqual([...data.subarray(0, 3), ...data.subarray(0, 3)])
    const half = Buffer.from(Uint16Array.from(copies, (value) => (value === 0 ? 0 : 0x3800)).buffer)
    const smaller = Buffer.concat([halves(0x01306b47, half), Buffer.from(bias.buffer), Buffer.from(slope.buffer)])
    expect(writeNcnnNet(param, smaller).byteLength).toBeLessThan(writeNcnnNet(param, bin).byteLength)
  })

  it.each([
    ['other layers', '7767517\n1 1\nLSTM x 0 1 data', 0],
    ['too few weights', '7767517\n2 2\nInput data 0 1 data\nPReLU p 1 1 data out 0=3', 4],
    ['too many weights', '7767517\n2 2\nInput data 0 1 data\nPReLU p 1 1 data out 0=3', 16],
    ['no layer', '7767517\n0 0', 0],
  ])('refuses a net with %s', (_name, param, bytes) => {
    expect(() => writeNcnnNet(param, new Uint8Array(bytes))).toThrow(
      'This net of ncnn has other layers than the engine knows, or is damaged. Install the model again.',
    )
  })

  it('refuses a damaged picture', async () => {
    const net = { kind: 'onnx', model: blurringNet() } as const
    await expect(engine.enlarge({ net, picture: Buffer.from('no picture') }, listening())).rejects.toMatchObject({
      reason: 'picture',
    })
  })
})
