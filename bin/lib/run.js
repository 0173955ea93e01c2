import { spawn } from 'node:child_process'
import { root } from './paths.js'

/**
 * @typedef {{ code: number, output: string }} Finished `code` is 128 where a signal ended it
 */

/**
 * Runs a program of this clone in the terminal; this process ends with its exit code.
 * @param {string} node
 * @param {string[]} args
 */
export function runInTerminal(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

/**
 * Runs a program quietly to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onStart?: (pid: number) => void }} [options]
 * @returns {Promise<Finished>} never rejects: a program that cannot be started has code 127
 */
export function run(command, args, { env = process.env, onStart } = {}) {
  return new Promise((resolve) => {
    let output = ''
    // A shell only on Windows, where npm is a script that nothing else can start.
    const shell = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    const passOn = () => child.kill('SIGTERM')
    process.once('SIGTERM', passOn)
    /** @param {Finished} finished */
    const finish = (finished) => {
      process.removeListener('SIGTERM', passOn)
      resolve(finished)
    }
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.once('error', (error) => finish({ code: 127, output: `${output}${error.message}\n` }))
    child.once('close', (code) => finish({ code: code ?? 128, output }))
    if (child.pid !== undefined) onStart?.(child.pid)
  })
}
