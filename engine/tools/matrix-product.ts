import { OnnxGraph } from '#engine/onnx/onnx-graph.ts'
import type { Runtime } from '#engine/onnx/session.ts'

/** Seconds by the clock, and those of all cores together, which also hold on a busy machine. */
export type Taken = { readonly seconds: number; readonly cpuSeconds: number }

export async function take(work: () => Promise<unknown>): Promise<Taken> {
  const [from, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - from) / 1_000, cpuSeconds: (user + system) / 1e6 }
}

export const least = (all: readonly Taken[]): Taken => ({
  seconds: Math.min(...all.map(({ seconds }) => seconds)),
  cpuSeconds: Math.min(...all.map(({ cpuSeconds }) => cpuSeconds)),
})

/** The sides of the matrices that are multiplied for comparison. */
const side = 2_048
export const productFlops = 2 * side ** 3

/** The least of five plain matrix products. */
export async function takeProduct(runtime: Runtime, threads: number): Promise<Taken> {
  const graph = new OnnxGraph()
  graph.output('product', graph.op('MatMul', [graph.input('a', [side, side]), graph.input('b', [side, side])]), [
    side,
    side,
  ])
  const session = await runtime.InferenceSession.create(graph.toBytes(), { intraOpNumThreads: threads })
  const numbers = () => new runtime.Tensor('float32', new Float32Array(side * side).fill(0.5), [side, side])
  const inputs = { a: numbers(), b: numbers() }
  const all: Taken[] = []
  for (let i = 0; i < 5; i += 1) all.push(await take(() => session.run(inputs)))
  await session.release()
  return least(all)
}
