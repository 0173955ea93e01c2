import { spawn } from 'node:child_process'
import { root } from './paths.js'
import { watchNpm } from './watch-npm.js'

/**
 * Runs the server to its end, then ends this process in the same way.
 *
 * It shares our process group: Ctrl+C reaches it from the terminal. A signal that only we get is passed on as a message,
 * not as a signal: the server may have had that signal already, and a message is never a second one. If we are killed
 * outright, the message channel closes, which stops the server as well (server/src/process/parent-watch.ts).
 * @param {string} node
 * @param {{ mode: 'start' | 'dev', args: string[] }} options
 */
export function runServer(node, { mode, args }) {
  const flags = mode === 'dev' ? ['--watch', '--watch-preserve-output'] : []
  const env = mode === 'dev' ? { ...process.env, ESPALIER_DEV: '1' } : process.env
  const program = mode === 'dev' ? 'server/src/main.ts' : 'server/dist/main.js'
  const child = spawn(node, [...flags, program, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })

  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    if (mode === 'start') {
      if (child.connected) child.send('stop')
      return
    }
    // Node's own watcher reads no messages; what the terminal sent, it has already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, passOn)
  watchNpm(() => passOn('SIGTERM'))

  child.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
