import { describe, expect, it } from 'vitest'
import { localTools } from '#domain/local-models/tools.ts'
import { EngineFailure } from '#engine/engine-failure.ts'
import { createLocalTools, noLocalTools } from './local-tools.ts'

const picture = Uint8Array.of(1)
const made = { png: Uint8Array.of(2), width: 8, height: 8 }

const described = {
  features: new Float32Array(1_280),
  classes: { drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0 },
}

/** Tools of which these are installed, beside an engine that records its tasks. */
function toolsWith(installed: readonly string[], fails?: Error) {
  const tasks: unknown[] = []
  const work =
    <Result>(result: Result) =>
    async (task: unknown): Promise<Result> => {
      tasks.push(task)
      if (fails) throw fails
      return result
    }
  const engine = {
    upscale: work(made),
    cutOut: work({ ...made, mask: picture, share: 0.5 }),
    erase: work(made),
    features: work(described),
  }
  const tools = createLocalTools({
    engine,
    catalogue: localTools,
    filesOf: async (id) =>
      installed.includes(id)
        ? new Map([
            ['net', `/models/${id}`],
            ['second-net', `/models/${id}-2`],
          ])
        : null,
  })
  return { tools, tasks }
}

const call = (signal = new AbortController().signal) => ({ signal, onProgress: () => undefined })

describe('the tools of this machine', () => {
  it.each([
    ['upscale', 'real-esrgan-general'],
    ['cut-out', 'is-net-general'],
    ['erase', 'mi-gan'],
  ] as const)('for %s name what to install', async (task, id) => {
    const { tools } = toolsWith([])
    expect(await tools.state(task)).toMatchObject({ kind: 'missing', tool: { id } })
    expect(await toolsWith([id]).tools.state(task)).toMatchObject({ kind: 'installed', tool: { id } })
  })

  it('take the better one of two that are installed', async () => {
    const { tools, tasks } = toolsWith(['mi-gan', 'lama', 'birefnet-lite', 'is-net-general'])
    await tools.run('erase', { picture, mask: picture }, call())
    await tools.run('cut-out', { picture }, call())
    expect(tasks).toEqual([
      { net: { kind: 'lama', model: '/models/lama' }, picture, mask: picture, leastMemoryBytes: 2e9 },
      { net: { kind: 'birefnet', model: '/models/birefnet-lite' }, picture, leastMemoryBytes: 8e9 },
    ])
  })

  it('enlarge by both files of the net', async () => {
    const { tools, tasks } = toolsWith(['real-esrgan-general'])
    expect(await tools.run('upscale', { picture, factor: 2, cleaning: 0.5 }, call())).toBe(made)
    const net = { kind: 'srvgg', cleaning: '/models/real-esrgan-general', keeping: '/models/real-esrgan-general-2' }
    expect(tasks).toEqual([{ net, picture, factor: 2, cleaning: 0.5, leastMemoryBytes: 1.5e9 }])
  })

  it('describe pictures without any installation', async () => {
    const { tools, tasks } = toolsWith([])
    expect(await tools.features(picture, { signal: call().signal })).toBe(described)
    expect(tasks).toEqual([{ picture, leastMemoryBytes: 3e8 }])
  })

  it('say that none is installed', async () => {
    const { tools, tasks } = toolsWith([])
    await expect(tools.run('erase', { picture, mask: picture }, call())).rejects.toMatchObject({
      reason: 'missing',
      message: 'No tool that erases things is installed on this machine.',
    })
    expect(tasks).toEqual([])
  })

  it.each([
    ['picture', 'The mask is damaged. Draw it again.', 'The mask is damaged. Draw it again.'],
    ['bug', 'x is undefined', 'This tool failed by an error of the program. The log of the server says more.'],
  ] as const)('say why they failed: %s', async (reason, message, sentence) => {
    const { tools } = toolsWith(['mi-gan'], new EngineFailure(reason, message))
    const failed = tools.run('erase', { picture, mask: picture }, call())
    await expect(failed).rejects.toMatchObject({ name: 'ToolFailure', reason, message: sentence })
  })

  it('end with the reason of their signal', async () => {
    const stop = new AbortController()
    const { tools } = toolsWith(['mi-gan'], new EngineFailure('crashed', 'It ended.'))
    const running = tools.run('erase', { picture, mask: picture }, call(stop.signal))
    stop.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
  })

  it('are none in a process without the engine', async () => {
    expect(await noLocalTools.state('upscale')).toBeNull()
    await expect(noLocalTools.run('cut-out', { picture }, call())).rejects.toMatchObject({ reason: 'missing' })
  })
})
