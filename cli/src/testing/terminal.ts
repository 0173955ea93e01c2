import { runCli } from '../run-cli.ts'
import type { Terminal } from '../terminal.ts'

/** Runs a command line in this process. @returns What it printed, and its exit code. */
export async function runHere(written: readonly string[], over: Partial<Terminal> = {}) {
  const printed = { out: '', err: '' }
  const exit = await runCli(written, {
    env: {},
    out(text) {
      printed.out += text
    },
    err(text) {
      printed.err += text
    },
    isOutTty: false,
    isErrTty: false,
    readInput: () => Promise.resolve(''),
    askSecret: () => Promise.resolve(''),
    fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })),
    signal: new AbortController().signal,
    sleep: () => Promise.resolve(),
    ...over,
  })
  return { exit, ...printed }
}
