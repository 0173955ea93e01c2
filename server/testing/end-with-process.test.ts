import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'

const program = (then: string) => `
  import { spawn } from 'node:child_process'
  import { endWithProcess } from ${JSON.stringify(new URL('./end-with-process.ts', import.meta.url).href)}
  const children = [1, 2].map(() => spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' }))
  for (const child of children) endWithProcess(child, 'SIGKILL')
  ${then}
  console.log(JSON.stringify(children.map(({ pid }) => pid)))`

/** Starts a program with two children. Resolves with their ids. */
async function startProgram(then: string) {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program(then)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(parent, 'exit')
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  return { parent, gone, pids: JSON.parse(String(line)) as number[] }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const running = (pids: readonly number[]) => () => pids.filter(isRunning)

describe('endWithProcess', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends the children of a program that %s ends', async (signal) => {
    const { parent, gone, pids } = await startProgram('')
    parent.kill(signal)
    expect(await gone).toEqual([null, signal])
    await expect.poll(running(pids), { timeout: 20_000 }).toEqual([])
  })

  it('ends the children of a program that ends by itself', async () => {
    const { gone, pids } = await startProgram('setTimeout(() => process.exit(3), 100)')
    expect(await gone).toEqual([3, null])
    await expect.poll(running(pids), { timeout: 20_000 }).toEqual([])
  })

  it('leaves the end to a program that listens to the signal', async () => {
    const { parent, gone, pids } = await startProgram(
      "process.on('SIGTERM', () => setTimeout(() => process.exit(4), 100))",
    )
    parent.kill('SIGTERM')
    expect(await gone).toEqual([4, null])
    await expect.poll(running(pids), { timeout: 20_000 }).toEqual([])
  })
})
