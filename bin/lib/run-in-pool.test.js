import { describe, expect, it } from 'vitest'
import { runInPool } from './run-in-pool.js'

/**
 * A check that logs its start and end, and ends when it is opened.
 * @param {string} name
 * @param {1 | 2} cores
 * @param {string[]} log
 */
function gatedCheck(name, cores, log) {
  const gate = Promise.withResolvers()
  return {
    name,
    cores,
    open: () => gate.resolve(undefined),
    async run() {
      log.push(`${name} starts`)
      await gate.promise
      log.push(`${name} ends`)
      return { passed: 1, failed: 0, output: '' }
    },
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('a pool of checks', () => {
  it('runs as many in parallel as there are cores, and none overtakes a larger one', async () => {
    /** @type {string[]} */
    const log = []
    const [lint, types, http, last] = [
      gatedCheck('lint', 1, log),
      gatedCheck('types', 1, log),
      gatedCheck('http', 2, log),
      gatedCheck('last', 1, log),
    ]
    /** @type {string[]} */
    const ended = []
    const done = runInPool([lint, types, http, last], { cores: 2, onEnd: ({ name }) => ended.push(name) })
    await settle()
    expect(log).toEqual(['lint starts', 'types starts'])
    types.open()
    await settle()
    expect(log.slice(2)).toEqual(['types ends'])
    lint.open()
    await settle()
    expect(log.slice(3)).toEqual(['lint ends', 'http starts'])
    http.open()
    await settle()
    last.open()
    await done
    expect(ended).toEqual(['types', 'lint', 'http', 'last'])
  })

  it('starts a check after the one whose result it uses', async () => {
    /** @type {string[]} */
    const log = []
    const build = gatedCheck('build', 1, log)
    const e2e = { ...gatedCheck('e2e', 1, log), after: 'build' }
    const done = runInPool([build, e2e], { cores: 2, onEnd() {} })
    await settle()
    expect(log).toEqual(['build starts'])
    build.open()
    await settle()
    expect(log.slice(1)).toEqual(['build ends', 'e2e starts'])
    e2e.open()
    await done
  })

  it('rejects with the error of a check', async () => {
    /** @type {import('./checks.js').Check} */
    const broken = { name: 'broken', cores: 1, run: () => Promise.reject(new Error('no room')) }
    await expect(runInPool([broken], { cores: 2, onEnd() {} })).rejects.toThrow('no room')
  })
})
