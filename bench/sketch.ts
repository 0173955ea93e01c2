/**
 * What a picture of the built-in engine costs: processor time of the whole process for painting and PNG encoding at
 * 1024 × 1024, through the pool as the app uses it. `node bench/sketch.ts [WxH]`.
 *
 * Every line is the median of three warm pictures; `ratio` sets it against a plain loop over as many pixels in the same
 * run, so that figures of different machines can be compared.
 */
import { createSketchPool, type SketchRequest } from '#sketch/sketch-pool.ts'

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
  ['aerial', 'an aerial view of fields'],
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

type Job = Omit<SketchRequest, 'seed' | 'orderNum' | 'width' | 'height'>

async function measure(name: string, job: Job): Promise<void> {
  const warm: number[] = []
  for (const orderNum of [0, 1, 2, 3]) {
    const runs: number[] = []
    for (let run = 0; run < 3; run++) {
      const start = process.cpuUsage()
      await pool.paint({ ...job, seed: 7_919 * (orderNum + 1), orderNum, width, height })
      runs.push(cpuMs(start))
    }
    warm.push(median(runs))
  }
  const worst = Math.max(...warm)
  const cells = [...warm, worst].map((ms) => ms.toFixed(0).padStart(7)).join('')
  console.log(`${name.padEnd(24)}${cells}${(worst / yardstick).toFixed(1).padStart(8)}`)
}

const yardstick = median([plainLoop(), plainLoop(), plainLoop(), plainLoop()].slice(1))
for (const [, prompt] of scenes) {
  for (const orderNum of [0, 1, 2, 3]) await pool.paint({ prompt, seed: 1, orderNum, width, height })
}
for (const words of media) await pool.paint({ prompt: 'a cat', seed: 1, orderNum: 1, width, height, style: { words } })
console.log(`${width} × ${height}, plain loop ${yardstick.toFixed(0)} ms`)
console.log('CPU ms by order number        0      1      2      3  worst   ratio')
for (const [name, prompt] of scenes) await measure(name, { prompt })
for (const words of media) await measure(`mountains, ${words}`, { prompt: 'a mountain lake', style: { words } })
for (const words of ['oil', 'pastel'])
  await measure(`forest, ${words}`, { prompt: 'a forest in autumn', style: { words } })
const { png } = await pool.paint({ prompt: 'a house in the hills', seed: 1, orderNum: 0, width, height })
for (const mode of ['enhance', 'remix', 'edit'] as const) {
  await measure(`parent, ${mode}`, {
    prompt: 'at night in winter',
    parent: { image: png, mode, prompt: 'a house in the hills' },
  })
}
await pool.close()
