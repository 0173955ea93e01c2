import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSafetensors } from '../onnx/safetensors.ts'
import { type Runtime, sessionOptions } from '../onnx/session.ts'
import { runtimeInTest } from '../testing/runtime-in-test.ts'
import { tinyModel } from '../testing/tiny-tasks.ts'
import { writeDecoder, writeEncoder } from './autoencoder.ts'
import { createNormals } from './normals.ts'

/** Of a latent, and of its picture. */
const [side, pixels] = [2, 16]
const size = { height: side, width: side }
const full = tinyModel({ autoencoder: 'full', autoencoderWidth: 32 }).autoencoder
const original = tinyModel({ autoencoder: 'full', autoencoderWidth: 32, names: 'original' }).autoencoder

async function run(bytes: Uint8Array, file: string, [name, data, dims]: [string, Float32Array, number[]]) {
  const runtime: Runtime = createRequire(join(await runtimeInTest(), 'package.json'))('onnxruntime-node')
  const extra = { session: { model_external_initializers_file_folder_path: dirname(file) } }
  const session = await runtime.InferenceSession.create(bytes, { ...sessionOptions(1), extra })
  const outputs = await session.run({ [name]: new runtime.Tensor('float32', data, dims) })
  await session.release()
  return Object.values(outputs)[0]?.data as Float32Array
}
const decode = (file: string, latent: Float32Array) =>
  run(writeDecoder(file, size), file, ['latent', latent, [1, 4, side, side]])
const encode = (file: string, picture: Float32Array) =>
  run(writeEncoder(file, size), file, ['picture', picture, [1, 3, pixels, pixels]])

/** Planes of numbers, worked out by loops apart from the engine. */
type Planes = { data: Float64Array; channels: number; side: number }

/** The layers of the autoencoder in plain loops, by the names of diffusers. */
function byLoops(file: string) {
  const tensors = readSafetensors(file)
  const weight = (name: string): Float64Array => {
    const { offset, length } = tensors.get(name) ?? { offset: 0, length: 0 }
    const bytes = new Uint8Array(length)
    const descriptor = openSync(file, 'r')
    readSync(descriptor, bytes, 0, length, offset)
    closeSync(descriptor)
    return Float64Array.from(new Float16Array(bytes.buffer))
  }
  const conv = (name: string, x: Planes, { stride = 1, before = null as number | null } = {}): Planes => {
    const w = weight(`${name}.weight`)
    const bias = weight(`${name}.bias`)
    const [channels, kernel] = [bias.length, Math.round(Math.sqrt(w.length / bias.length / x.channels))]
    const pad = before ?? (kernel - 1) / 2
    const to = x.side / stride
    const data = new Float64Array(channels * to * to)
    for (let o = 0; o < channels; o += 1)
      for (let y = 0; y < to; y += 1)
        for (let c = 0; c < to; c += 1) {
          let sum = bias[o] ?? 0
          for (let i = 0; i < x.channels; i += 1)
            for (let ky = 0; ky < kernel; ky += 1)
              for (let kx = 0; kx < kernel; kx += 1) {
                const [row, column] = [y * stride + ky - pad, c * stride + kx - pad]
                if (row < 0 || column < 0 || row >= x.side || column >= x.side) continue
                sum +=
                  x.data[(i * x.side + row) * x.side + column] * w[((o * x.channels + i) * kernel + ky) * kernel + kx]
              }
          data[(o * to + y) * to + c] = sum
        }
    return { data, channels, side: to }
  }
  const norm = (name: string, x: Planes): Planes => {
    const [scale, shift] = [weight(`${name}.weight`), weight(`${name}.bias`)]
    const [per, area] = [x.channels / 32, x.side * x.side]
    const data = new Float64Array(x.data.length)
    for (let group = 0; group < 32; group += 1) {
      const part = x.data.subarray(group * per * area, (group + 1) * per * area)
      const mean = part.reduce((sum, each) => sum + each, 0) / part.length
      const spread = part.reduce((sum, each) => sum + (each - mean) ** 2, 0) / part.length
      for (const [i, each] of part.entries()) {
        const channel = group * per + Math.floor(i / area)
        data[group * per * area + i] = ((each - mean) / Math.sqrt(spread + 1e-6)) * scale[channel] + shift[channel]
      }
    }
    return { ...x, data }
  }
  const silu = (x: Planes): Planes => ({ ...x, data: x.data.map((each) => each / (1 + Math.exp(-each))) })
  const add = (a: Planes, b: Planes): Planes => ({ ...a, data: a.data.map((each, i) => each + b.data[i]) })
  const residual = (at: string, x: Planes): Planes => {
    const first = conv(`${at}.conv1`, silu(norm(`${at}.norm1`, x)))
    const second = conv(`${at}.conv2`, silu(norm(`${at}.norm2`, first)))
    return add(tensors.has(`${at}.conv_shortcut.weight`) ? conv(`${at}.conv_shortcut`, x) : x, second)
  }
  const attention = (at: string, x: Planes): Planes => {
    const normal = norm(`${at}.group_norm`, x)
    // A linear layer over channels is a convolution of one pixel.
    const [q, k, v] = ['to_q', 'to_k', 'to_v'].map((name) => conv(`${at}.${name}`, normal)) as [Planes, Planes, Planes]
    const [count, depth] = [x.side * x.side, x.channels]
    const mixed = new Float64Array(x.data.length)
    for (let from = 0; from < count; from += 1) {
      const near = Float64Array.from({ length: count }, (_, to) => {
        let dot = 0
        for (let c = 0; c < depth; c += 1) dot += q.data[c * count + from] * k.data[c * count + to]
        return Math.exp(dot / Math.sqrt(depth))
      })
      const all = near.reduce((sum, each) => sum + each, 0)
      for (let c = 0; c < depth; c += 1)
        for (let to = 0; to < count; to += 1) mixed[c * count + from] += (near[to] / all) * v.data[c * count + to]
    }
    return add(x, conv(`${at}.to_out.0`, { ...x, data: mixed }))
  }
  const middle = (half: string, x: Planes) =>
    residual(
      `${half}.mid_block.resnets.1`,
      attention(`${half}.mid_block.attentions.0`, residual(`${half}.mid_block.resnets.0`, x)),
    )
  const double = (x: Planes): Planes => {
    const large = x.side * 2
    const data = Float64Array.from({ length: x.channels * large * large }, (_, i) => {
      const [channel, row, column] = [Math.floor(i / large / large), Math.floor(i / large) % large, i % large]
      return x.data[(channel * x.side + (row >> 1)) * x.side + (column >> 1)]
    })
    return { ...x, side: large, data }
  }
  const levels = (half: string, kind: 'up' | 'down', from: Planes) => {
    let x = from
    for (let level = 0; level < 4; level += 1) {
      const at = `${half}.${kind}_blocks.${level}`
      for (let block = 0; block < (kind === 'up' ? 3 : 2); block += 1) x = residual(`${at}.resnets.${block}`, x)
      if (level < 3)
        x =
          kind === 'up'
            ? conv(`${at}.upsamplers.0.conv`, double(x))
            : conv(`${at}.downsamplers.0.conv`, x, { stride: 2, before: 0 })
    }
    return x
  }
  const last = (half: string, x: Planes) => conv(`${half}.conv_out`, silu(norm(`${half}.conv_norm_out`, x)))
  return {
    decode(latent: Float32Array) {
      const x = { data: Float64Array.from(latent, (each) => each / 0.18215), channels: 4, side }
      const small = middle('decoder', conv('decoder.conv_in', conv('post_quant_conv', x)))
      return last('decoder', levels('decoder', 'up', small)).data.map((each) => each / 2 + 0.5)
    },
    encode(picture: Float32Array) {
      const x = { data: Float64Array.from(picture, (each) => each * 2 - 1), channels: 3, side: pixels }
      const small = middle('encoder', levels('encoder', 'down', conv('encoder.conv_in', x)))
      return conv('quant_conv', last('encoder', small))
        .data.subarray(0, 4 * side * side)
        .map((each) => each * 0.18215)
    },
  }
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, each, i) => Math.max(most, Math.abs(each - (b[i] ?? Number.NaN))), 0)
const latent = createNormals(5)(4 * side * side)
const picture = Float32Array.from(createNormals(6)(3 * pixels * pixels), (each) =>
  Math.min(1, Math.max(0, each / 4 + 0.5)),
)

describe('the full autoencoder', () => {
  it('decodes as loops that know nothing of the engine, within a thousandth', async () => {
    const found = await decode(full, latent)
    expect(found).toHaveLength(3 * pixels * pixels)
    expect(farthest(found, byLoops(full).decode(latent))).toBeLessThan(0.001)
  })

  it('encodes as they do, with its picture halved three times from the top left', async () => {
    const found = await encode(full, picture)
    expect(found).toHaveLength(4 * side * side)
    expect(farthest(found, byLoops(full).encode(picture))).toBeLessThan(0.001)
  })

  it('is the same in the names of a checkpoint of one file', async () => {
    expect(farthest(await decode(original, latent), await decode(full, latent))).toBeLessThan(1e-5)
    expect(farthest(await encode(original, picture), await encode(full, picture))).toBeLessThan(1e-5)
  })
})
