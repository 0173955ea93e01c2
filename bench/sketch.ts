/**
 * What a picture of the built-in engine costs: processor time of the whole process for painting and PNG encoding at
 * 1024 × 1024, through the pool as the app uses it. `node bench/sketch.ts [WxH]`.
 *
 * Every line is the median of three warm pictures; `ratio` sets it against a plain loop over as many pixels in the same
 * run, so that figures of different machines can be compared.
 */
import { createSketchPool } from '../server/src/providers/sketch/sketch-pool.ts'

const scenes: readonly (readonly [string, string])[] = [
  ['mountains', 'a mountain lake'],
  ['sea', 'sailing boat on the sea'],
  ['forest', 'a forest in autumn'],
  ['desert', 'desert dunes'],
  ['city', 'a street in the city at night'],
  ['hills', 'a house in the hills'],
  ['still life', 'still life with coffee and a book'],
  ['botanical', 'a bouquet of flowers'],
  ['space', 'a planet in space'],
  ['underwater', 'a whale under water'],
  ['abstract', 'the feeling of hope'],
  ['creature', 'a red fox in the snow'],
  ['portrait', 'portrait of a woman'],
]
const media = [
  ...['gouache', 'riso', 'woodblock', 'poster', 'collage', 'watercolour', 'ink', 'oil', 'woodcut'],
  ...['pixel', 'blueprint', 'neon', 'noir', 'pastel', 'minimal', 'anime', 'photo'],
]
const [width = 1024, height = 1024] = (process.argv[2] ?? '').split('x').filter(Boolean).map(Number)
const pool = createSketchPool({ size: 1 })

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const used = process.cpuUsage(since)
  return (used.user + used.system) / 1000
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Twenty multiply-adds per channel: the yardstick. */
function plainLoop(): number {
  const px = new Float32Array(width * height * 3)
  const start = process.cpuUsage()
  for (let i = 0; i < px.length; i++) {
    let v = i / px.length
    for (let k = 0; k < 20; k++) v = v * 0.97 + 0.01
    px[i] = v
  }
  return cpuMs(start)
}

async function measure(name: string, prompt: string, words: string): Promise<void> {
  const warm: number[] = []
  let worst = 0
  for (const orderNum of [0, 1, 2, 3]) {
    const runs: number[] = []
    for (let run = 0; run < 4; run++) {
      const start = process.cpuUsage()
      await pool.paint({ prompt, seed: 7_919 * (orderNum + 1), orderNum, width, height, style: { words } })
      if (run > 0) runs.push(cpuMs(start))
    }
    warm.push(median(runs))
    worst = Math.max(worst, median(runs))
  }
  const line = [name.padEnd(24), ...warm.map((ms) => ms.toFixed(0).padStart(6)), worst.toFixed(0).padStart(8)]
  console.log(line.join(''), (worst / yardstick).toFixed(1).padStart(7))
}

const yardstick = median([plainLoop(), plainLoop(), plainLoop(), plainLoop()].slice(1))
for (const [, prompt] of scenes) await pool.paint({ prompt, seed: 1, orderNum: 0, width, height })
for (const words of media) await pool.paint({ prompt: 'a cat', seed: 1, orderNum: 1, width, height, style: { words } })
console.log(`${width} × ${height}, plain loop ${yardstick.toFixed(0)} ms`)
console.log('                          order 0, 1, 2, 3 (CPU ms)   worst   ratio')
for (const [name, prompt] of scenes) await measure(name, prompt, '')
for (const words of media) await measure(`mountains, ${words}`, 'a mountain lake', words)
for (const words of ['oil', 'pastel', 'collage', 'poster'])
  await measure(`forest, ${words}`, 'a forest in autumn', words)
await pool.close()
